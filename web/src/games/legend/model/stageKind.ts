// What stands in the middle of the table: by the kind of the episode, and by how far it has come.
import type { Play } from './play.svelte';

export type StageName = 'bid' | 'turn' | 'auction' | 'offer' | 'wood' | 'recovery' | 'risk' | 'reveal';

const STAGES: Record<string, StageName> = {
  simultaneous: 'bid', 'in turn': 'turn', 'treasure auction': 'auction', opportunity: 'offer', selection: 'wood', recovery: 'recovery', risk: 'risk',
};

export function stageOf(play: Play): StageName {
  return play.held ? 'reveal' : play.resolving ? 'wood' : (STAGES[play.episode.kind] ?? 'wood');
}
