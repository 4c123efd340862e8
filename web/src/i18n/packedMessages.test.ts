// Packing and unpacking a message loses nothing.
import { parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { messagesOf } from '../../plugins/catalogues';
import { pack, unpack } from './packedMessages';
import { LANGUAGES } from '../browser/settings.svelte';

const parsed = (text: string) => parse(text, { ignoreTag: true, captureLocation: false });
const sent = (text: string) => JSON.parse(JSON.stringify(pack(parsed(text))));

describe.each(Object.keys(LANGUAGES))('every sentence of %s', (language) => {
  test('round-trips', () => {
    for (const [key, text] of Object.entries(messagesOf(language))) expect(unpack(sent(text)), key).toEqual(JSON.parse(JSON.stringify(parsed(text))));
  });
});

test.each([
  ['plain', 'plain'],
  ['{name} plays', [['name'], ' plays']],
  ['{who, select, you {You} other {{name}}}', [['who', { you: 'You', other: [['name']] }]]],
  ['{n, plural, =0 {} one {# card} other {# cards}}', [['n', { '=0': '', one: [0, ' card'], other: [0, ' cards'] }, 1]]],
])('%s is packed', (text, packed) => {
  expect(sent(text)).toEqual(packed);
});

test.each(['{n, selectordinal, one {#st} other {#th}}', '{n, plural, offset:1 one {#} other {#}}', '{n, number, ::group-off}'])('%s stays as parsed', (text) => {
  expect(unpack(sent(text))).toEqual(JSON.parse(JSON.stringify(parsed(text))));
});
