// The box of a game for its pad: loaded once a visit, and stored for use without a server.
import { getGameBox, ApiError } from '../../api/http';
import type { BoxContents } from '../../protocol';
import { storePad, loadPad } from '../../browser/padStorage';

const loaded = new Map<string, BoxContents>();

export async function loadBox<Box extends BoxContents>(game: string): Promise<Box> {
  if (loaded.has(game)) return loaded.get(game) as Box;
  const old = loadPad<Box>(`${game} box`);
  try {
    const box = (await getGameBox(game)) as Box;
    loaded.set(game, box);
    storePad(`${game} box`, box);
    return box;
  } catch (error) {
    if (old && error instanceof ApiError) return old;
    throw error;
  }
}
