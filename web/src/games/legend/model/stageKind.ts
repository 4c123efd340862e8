// Maps the kind and progress of an episode to the content of the table's centre.
import type { MoveDraft } from './moveDraft.svelte';

export type StageName = 'bid' | 'turn' | 'auction' | 'offer' | 'wood' | 'recovery' | 'risk' | 'reveal';

const STAGES: Record<string, StageName> = {
  simultaneous: 'bid', 'in turn': 'turn', 'treasure auction': 'auction', opportunity: 'offer', selection: 'wood', recovery: 'recovery', risk: 'risk',
};

export function stageFor(draft: MoveDraft): StageName {
  return draft.reveal ? 'reveal' : draft.resolving ? 'wood' : (STAGES[draft.episode.kind] ?? 'wood');
}
