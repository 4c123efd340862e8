// What the centre of the table shows, by the kind and progress of the episode.
import type { MoveDraft } from './moveDraft.svelte';

export type StageName = 'bid' | 'turn' | 'auction' | 'offer' | 'wood' | 'recovery' | 'risk' | 'reveal';

const STAGES: Record<string, StageName> = {
  simultaneous: 'bid', 'in turn': 'turn', 'treasure auction': 'auction', opportunity: 'offer', selection: 'wood', recovery: 'recovery', risk: 'risk',
};

export function stageFor(draft: MoveDraft): StageName {
  return draft.reveal ? 'reveal' : draft.resolving ? 'wood' : (STAGES[draft.episode.kind] ?? 'wood');
}
