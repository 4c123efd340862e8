// Recomputes the draws of a finished game: docs/fairness.md specifies it, and verifier.py does the same.
import { hex, hmac, sha256, unhex } from './sha256';

export interface Draw {
  draw: number;
  undo: number;
  candidates: { weight: number; text: string }[];
  came: string;
}
export interface Proof {
  known: boolean; // the format is known
  table: string;
  commitment: string;
  secret: string;
  salts: string[]; // a seat and its salt
  draws: Draw[];
}

const DIGESTS = 1n << 256n;
const rest = (line: string) => line.slice(line.indexOf(' ') + 1);

export function readProof(text: string): Proof {
  const [head, ...blocks] = text.trimEnd().split('\n\n');
  const lines = head!.split('\n');
  const value = (word: string) => rest(lines.find((line) => line.startsWith(`${word} `)) ?? '');
  return {
    known: lines[0] === 'heorot-proof 1',
    table: value('table'), commitment: value('commitment'), secret: value('secret'),
    salts: lines.filter((line) => line.startsWith('salt ')).map(rest),
    draws: blocks.map((block) => readDraw(block.split('\n'))),
  };
}

function readDraw(lines: string[]): Draw {
  const [, draw, , undo] = lines[0]!.split(' ');
  const candidates = lines.slice(1, -1).map((line) => ({ weight: Number(line.slice(0, line.indexOf(' '))), text: rest(line) }));
  return { draw: Number(draw), undo: Number(undo), candidates, came: lines.at(-1)!.startsWith('= ') ? rest(lines.at(-1)!) : '' };
}

/** True if there are candidates and each has a weight of at least 1. */
const hasValidCandidates = ({ candidates }: Draw) => candidates.length > 0 && candidates.every(({ weight }) => Number.isSafeInteger(weight) && weight > 0);

/** Return the outcome that follows from the secret. */
export function expectedOutcome(proof: Proof, { draw, undo, candidates }: Draw): string {
  const total = BigInt(candidates.reduce((sum, { weight }) => sum + weight, 0));
  const fair = DIGESTS - (DIGESTS % total);
  for (let attempt = 0; ; attempt++) {
    const lines = [
      'heorot-draw 1', `table ${proof.table}`, ...proof.salts.map((salt) => `salt ${salt}`), `undo ${undo}`, `draw ${draw}`, `try ${attempt}`,
      ...candidates.map(({ weight, text }) => `${weight} ${text}`),
    ];
    const number = BigInt(`0x${hex(hmac(unhex(proof.secret), new TextEncoder().encode(lines.join('\n'))))}`);
    if (number < fair) return pickCandidate(candidates, Number(number % total));
  }
}

function pickCandidate(candidates: Draw['candidates'], left: number): string {
  for (const { weight, text } of candidates) {
    if (left < weight) return text;
    left -= weight;
  }
  throw new RangeError(String(left));
}

export const isBound = (proof: Proof) => proof.known && hex(sha256(unhex(proof.secret))) === proof.commitment;

/** True if all of `own` are among `salts`, for the same seats. */
export const contains = (salts: string[], own: string[]) => own.every((salt) => salts.includes(salt));

/** Return the draws with a wrong outcome or position; the undo counter never decreases. */
export function findWrongDraws(proof: Proof): Draw[] {
  const fewer = (draw: Draw, place: number) => draw.undo < (proof.draws[place - 1]?.undo ?? 0);
  return proof.draws.filter((draw, place) => draw.draw !== place || fewer(draw, place) || !hasValidCandidates(draw) || expectedOutcome(proof, draw) !== draw.came);
}
