// Offline use: a service worker (public/sw.js) caches the page, its parts and public texts, after everything urgent is
// loaded. It never caches tables or keys.
import { GAMES } from '../games';
import { getGameBox, getExamples, getLesson, getRules } from '../api/http';
import { language } from '../i18n/messages.svelte';

const SCRIPT = '/sw.js';
const CALM = 1500; // ms until urgent requests are done

interface Policy {
  createScriptURL(url: string): string;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

/** Return the worker's URL through a Trusted Types policy that allows only this script. */
function trustedScriptUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  if (!trustedTypes) return SCRIPT;
  return trustedTypes.createPolicy('heorot-worker', { createScriptURL: () => SCRIPT }).createScriptURL(SCRIPT);
}

/** Register the worker and load the pages that must open without a connection. */
export async function cacheForOffline(pages: (() => Promise<unknown>)[]): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // undefined on insecure origins
  if (!workers) return;
  try {
    await workers.register(trustedScriptUrl());
    await untilControlled(workers);
    await new Promise((calm) => setTimeout(calm, CALM));
    await Promise.all([...refetchLoadedFiles(), ...pages.map((page) => page())]);
    await Promise.all(loadPublicTexts()); // last: cached texts mean that everything else is cached
  } catch {
    // Blocked or offline: retried on the next visit.
  }
}

/** Wait until the worker controls this page. */
function untilControlled(workers: ServiceWorkerContainer): Promise<unknown> {
  if (workers.controller) return Promise.resolve();
  return new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
}

/** Fetch again, from the HTTP cache, what was loaded before the worker, so that the worker caches it. */
function refetchLoadedFiles(): Promise<unknown>[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const paths = new Set(['/', '/icon.svg', '/manifest.webmanifest', ...files.map(({ pathname }) => pathname)]);
  return [...paths].map((path) => fetch(path));
}

/** Load the public texts and the parts of each title that show them. */
function loadPublicTexts(): Promise<unknown>[] {
  const each = Object.entries(GAMES).flatMap(([game, { example, contents, pad, table, pointing }]) => [
    getRules(game, language()), getExamples(game), getGameBox(game), getLesson(game), ...[example, contents, pad, table, pointing].map((load) => load()),
  ]);
  return [...each, import('../pages/rules/RuleSheet.svelte'), import('../ui/kit/Vignettes.svelte'), import('../ui/kit/LaterVignettes.svelte')];
}

/** True if the rules can be read without a connection. */
export async function areRulesCached(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const cached = await Promise.all(Object.keys(GAMES).map((game) => caches.match(`/api/games/${game}/rules/${language()}`)));
  return cached.every(Boolean);
}
