// Without a connection: the page, its parts and what anyone may read are kept by a worker of the browser, after everything that
// is needed at once has come. Tables and keys are not its business (public/sw.js).
import { BOXES, EXAMPLES, GAMES, PADS, POINTING } from '../games';
import { contentsOf, examplesOf, lessonOf, rulesOf } from './api';
import { language } from './speech.svelte';

const SCRIPT = '/sw.js';
const CALM = 1500; // until what the person waits for has come

interface Policy {
  createScriptURL(url: string): string;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

/** The one script that may become a worker. */
function trusted(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  if (!trustedTypes) return SCRIPT;
  return trustedTypes.createPolicy('heorot-worker', { createScriptURL: () => SCRIPT }).createScriptURL(SCRIPT);
}

/** Begin to keep, and fetch the pages that are to open without a connection. */
export async function keepForLater(pages: (() => Promise<unknown>)[]): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // not where the line is not safe
  if (!workers) return;
  try {
    await workers.register(trusted());
    await taken(workers);
    await new Promise((calm) => setTimeout(calm, CALM));
    await Promise.all([...alreadyHere(), ...pages.map((page) => page())]);
    await Promise.all(readable()); // last: the texts are what tells that all is there
  } catch {
    // forbidden, or offline already: it is tried again with the next visit
  }
}

/** Until the worker looks after this page. */
function taken(workers: ServiceWorkerContainer): Promise<unknown> {
  if (workers.controller) return Promise.resolve();
  return new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
}

/** What came before the worker did passes it once more, out of the browser's own cache. */
function alreadyHere(): Promise<unknown>[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const paths = new Set(['/', '/icon.svg', '/manifest.webmanifest', ...files.map(({ pathname }) => pathname)]);
  return [...paths].map((path) => fetch(path));
}

/** What the pages fetch when they are opened: the texts, and each game's own parts of them. */
function readable(): Promise<unknown>[] {
  const each = Object.keys(GAMES).flatMap((game) => [
    rulesOf(game, language()), examplesOf(game), contentsOf(game), lessonOf(game), ...[EXAMPLES, BOXES, PADS, GAMES, POINTING].map((parts) => parts[game]!()),
  ]);
  return [...each, import('../rules/RuleSheet.svelte'), import('../kit/Vignettes.svelte'), import('../kit/VignettesAhead.svelte')];
}

/** Whether the rules can be read now, whatever the line is like. */
export async function rulesAreKept(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const kept = await Promise.all(Object.keys(GAMES).map((game) => caches.match(`/api/games/${game}/rules/${language()}`)));
  return kept.every(Boolean);
}
