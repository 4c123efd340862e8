// Pointer targets for actions of both titles.
import { afterEach, expect, test } from 'vitest';
import { nextTarget } from './pointerTarget';
import { pointerTargets as legend } from '../../games/legend/pointerTargets';
import { pointerTargets as movie } from '../../games/movie/pointerTargets';

afterEach(() => document.body.replaceChildren());

/** Return the target on a page of these elements; happy-dom has no layout, so every element counts as visible. */
function pointed(points: ReturnType<typeof movie>, ...parts: [string, Record<string, string>][]): string | null {
  const main = document.createElement('main');
  for (const [name, attributes] of parts) {
    const button = document.createElement('button');
    for (const [key, value] of Object.entries({ id: name, ...attributes })) button.setAttribute(key, value);
    button.getClientRects = () => [{}] as unknown as DOMRectList;
    main.append(button);
  }
  document.body.replaceChildren(main);
  return nextTarget(points)?.at.id ?? null;
}

test('a space in another window is reached through the minimap', () => {
  const piece: [string, Record<string, string>] = ['piece', { 'data-piece': 'beowulf', 'aria-pressed': 'true' }];
  expect(pointed(movie(['beowulf e2']), piece, ['other', { 'data-other': '' }])).toBe('other');
  expect(pointed(movie(['beowulf e2']), piece, ['other', { 'data-other': '' }], ['space', { 'data-space': 'e2' }])).toBe('space');
});

test('`give up` is a button, giving a token is a piece', () => {
  expect(pointed(legend(['give up']), ['up', { 'data-says': 'give up' }])).toBe('up');
  expect(pointed(legend(['give fame2', 'done']), ['token', { 'data-piece': 'fame2' }])).toBe('token');
});

test('a reveal is dismissed first, and chosen pieces are skipped', () => {
  const go: [string, Record<string, string>] = ['go', { 'data-go': '' }];
  const card: [string, Record<string, string>] = ['card', { 'data-piece': 'wit1', 'aria-pressed': 'true' }];
  expect(pointed(legend(['bid wit1', 'done']), card, go, ['on', { 'data-on': '' }])).toBe('go');
  expect(pointed(legend(['bid wit1', 'done']), ['card', { 'data-piece': 'wit1' }], ['on', { 'data-on': '' }])).toBe('on');
});
