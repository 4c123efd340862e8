// Files for this person: a record, one's own data.
import { myData, record } from './api';
import type { LiveTable } from './table.svelte';

export function save(name: string, text: string, type = 'text/plain'): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The record of a game; before its end, what this seat may know. */
export async function saveRecord(live: LiveTable): Promise<void> {
  save(`heorot-${live.now?.table.game ?? 'game'}-${live.table.slice(0, 6)}.record`, await record(live.table, live.token));
}

export async function saveMyData(live: LiveTable): Promise<void> {
  if (live.token) save(`heorot-${live.table.slice(0, 6)}.json`, JSON.stringify(await myData(live.table, live.token), null, 2), 'application/json');
}
