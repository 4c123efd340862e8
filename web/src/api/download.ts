// Downloads: the record of a game and a person's own data.
import { getMyData, getRecord } from './http';
import type { LiveTable } from './liveTable.svelte';

export function downloadText(name: string, text: string, type = 'text/plain'): void {
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Download the record; before the end of the game it holds what this seat may know. */
export async function downloadRecord(live: LiveTable): Promise<void> {
  downloadText(`heorot-${live.now?.table.game ?? 'game'}-${live.table.slice(0, 6)}.record`, await getRecord(live.table, live.token));
}

export async function downloadMyData(live: LiveTable): Promise<void> {
  if (live.token) downloadText(`heorot-${live.table.slice(0, 6)}.json`, JSON.stringify(await getMyData(live.table, live.token), null, 2), 'application/json');
}
