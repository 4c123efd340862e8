// Where the hand points, for answers of both games.
import { afterEach, expect, test } from 'vitest';
import { nextOf } from '../lib/pointing';
import { pointsOf as legend } from '../legend/pointing';
import { pointsOf as movie } from '../movie/pointing';

afterEach(() => document.body.replaceChildren());

/** What is pointed at on a page of these parts; the tests' page has no layout, so everything counts as shown. */
function pointed(points: ReturnType<typeof movie>, ...parts: [string, Record<string, string>][]): string | null {
  const main = document.createElement('main');
  for (const [name, attributes] of parts) {
    const one = document.createElement('button');
    for (const [key, value] of Object.entries({ id: name, ...attributes })) one.setAttribute(key, value);
    one.getClientRects = () => [{}] as unknown as DOMRectList;
    main.append(one);
  }
  document.body.replaceChildren(main);
  return nextOf(points)?.at.id ?? null;
}

test('a space that lies in another part of the board is found by way of the small picture of all of it', () => {
  const piece: [string, Record<string, string>] = ['piece', { 'data-piece': 'beowulf', 'aria-pressed': 'true' }];
  expect(pointed(movie(['beowulf e2']), piece, ['other', { 'data-other': '' }])).toBe('other');
  expect(pointed(movie(['beowulf e2']), piece, ['other', { 'data-other': '' }], ['space', { 'data-space': 'e2' }])).toBe('space');
});

test('giving up is a button, giving a token is a piece', () => {
  expect(pointed(legend(['give up']), ['up', { 'data-says': 'give up' }])).toBe('up');
  expect(pointed(legend(['give fame2', 'done']), ['token', { 'data-piece': 'fame2' }])).toBe('token');
});

test('what was shown to all is looked at first, and what is chosen already is not pointed at again', () => {
  const go: [string, Record<string, string>] = ['go', { 'data-go': '' }];
  const card: [string, Record<string, string>] = ['card', { 'data-piece': 'wit1', 'aria-pressed': 'true' }];
  expect(pointed(legend(['bid wit1', 'done']), card, go, ['on', { 'data-on': '' }])).toBe('go');
  expect(pointed(legend(['bid wit1', 'done']), ['card', { 'data-piece': 'wit1' }], ['on', { 'data-on': '' }])).toBe('on');
});
