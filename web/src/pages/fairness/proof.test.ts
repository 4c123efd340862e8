// Digests equal those of Node, and every change of a proof is found.
import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { hex, hmac, sha256 } from './sha256';
import { contains, expectedOutcome, isBound, readProof, findWrongDraws } from './proof';

const bytes = (length: number) => Uint8Array.from({ length }, (_, n) => (n * 7 + length) % 256);
const SECRET = '5a'.repeat(32);
const HEAD = `heorot-proof 1\ntable ${'a'.repeat(16)}\ncommitment ${createHash('sha256').update(Buffer.from(SECRET, 'hex')).digest('hex')}\nsecret ${SECRET}\nsalt 1 one\nsalt 3 three`;
const block = (draw: number, came: string) => `draw ${draw} undo 0\n2 +4\n1 mead+3\n3 first 2\n= ${came}`;

/** Return a valid proof with that many draws. */
function honest(number: number): string {
  const empty = readProof(HEAD);
  const blocks = Array.from({ length: number }, (_, draw) => block(draw, expectedOutcome(empty, readProof(`${HEAD}\n\n${block(draw, '?')}`).draws[0]!)));
  return [HEAD, ...blocks].join('\n\n') + '\n';
}

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('digests of %d bytes equal those of Node', (length) => {
  expect(hex(sha256(bytes(length)))).toBe(createHash('sha256').update(bytes(length)).digest('hex'));
  expect(hex(hmac(bytes(32), bytes(length)))).toBe(createHmac('sha256', bytes(32)).update(bytes(length)).digest('hex'));
});

test('a valid proof passes, with all outcomes', () => {
  const proof = readProof(honest(60));
  expect([isBound(proof), findWrongDraws(proof)]).toEqual([true, []]);
  expect(new Set(proof.draws.map((draw) => draw.came))).toEqual(new Set(['+4', 'mead+3', 'first 2']));
});

test.each([
  ['a salt', 'salt 3 three', 'salt 3 four'],
  ['a table', 'a'.repeat(16), 'b'.repeat(16)],
  ['a weight, everywhere', '\n2 +4', '\n5 +4'],
  ['a counter, everywhere', ' undo 0', ' undo 1'],
  ['a candidate, everywhere', '\n1 mead+3', '\n1 mead+4'],
])('a changed %s is found', (_, old, fresh) => {
  expect(findWrongDraws(readProof(honest(30).replaceAll(old, fresh))).length).toBeGreaterThan(0);
});

test('a changed outcome is found at its position', () => {
  const lines = honest(10).split('\n\n');
  lines[4] = lines[4]!.replace(/= .*/, (came) => (came === '= +4' ? '= mead+3' : '= +4'));
  expect(findWrongDraws(readProof(lines.join('\n\n'))).map((draw) => draw.draw)).toEqual([3]);
});

test('the undo counter never decreases', () => {
  const blocks = honest(6).trimEnd().split('\n\n');
  const counted = blocks[2]!.replace(' undo 0', ' undo 2');
  blocks[2] = counted.replace(/= .*/, `= ${expectedOutcome(readProof(HEAD), readProof(`${HEAD}\n\n${counted}`).draws[0]!)}`);
  expect(findWrongDraws(readProof(blocks.join('\n\n'))).map((draw) => draw.draw)).toEqual([2]);
});

test.each([
  [['1 one'], true],
  [['3 three', '1 one'], true],
  [[], true],
  [['3 one'], false], // of another seat
  [['1 one', '3 four'], false],
  [['2 two'], false],
])('contains the own salts %j', (own, there) => {
  expect(contains(readProof(honest(1)).salts, own)).toBe(there);
});

test.each([
  ['no candidates', /\n2 \+4\n1 mead\+3\n3 first 2/],
  ['a weight of nothing', /2(?= \+4)/, '0'],
  ['a weight below nothing', /2(?= \+4)/, '-2'],
  ['half a weight', /2(?= \+4)/, '2.5'],
  ['no outcome', /= .*/, 'came'],
])('a draw with %s is invalid', (_, old, fresh = '') => {
  const blocks = honest(3).trimEnd().split('\n\n');
  blocks[2] = blocks[2]!.replace(old, fresh);
  expect(findWrongDraws(readProof(blocks.join('\n\n'))).map((draw) => draw.draw)).toEqual([1]);
});

test('another format is no proof', () => {
  expect(isBound(readProof(honest(1)))).toBe(true);
  expect(isBound(readProof(honest(1).replace('heorot-proof 1', 'heorot-proof 2')))).toBe(false);
});

test('another secret does not match the commitment', () => {
  expect(isBound(readProof(honest(1).replace(SECRET, '5b'.repeat(32))))).toBe(false);
});
