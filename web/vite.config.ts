import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { catalogues } from './plugins/catalogues.ts';
import { squeeze } from './plugins/squeeze.ts';

const SERVER = process.env.HEOROT_URL ?? 'http://127.0.0.1:8000';

// What is always needed together comes together: few answers, and better compressed than many small ones. What is lazy in a
// game, its gallery, its replay and its last page, stays apart, and so does what is opened at a table now and then.
const LAZY = /Art\.svelte|Pieces\.svelte|Score\.svelte|RoadMap\.svelte|EpisodeCard\.svelte|legend[\\/](?:Everyone|Unseen)\.svelte|winding\.ts|[\\/]Words\.svelte|[\\/](?:Chat|Ending|LookBack)\.svelte|Replay(?:Parts)?\.svelte|[\\/]src[\\/]replay[\\/]|[\\/]score[\\/]|[\\/]library[\\/]|[\\/]src[\\/](?:\w+[\\/])?pad[\\/]|offline\.ts|virtual:/;
const GAME = /[\\/]src[\\/](?!lib|pieces|kit|table|hall|gallery)(\w+)[\\/]/;
const together = (folder: RegExp) => (id: string) => folder.test(id) && !LAZY.test(id);
const groups = [
  { name: 'base', test: together(/node_modules|[\\/]src[\\/](?:lib[\\/](?!hall|setup)|pieces|kit[\\/]Sprite)/), priority: 2 },
  { name: 'table', test: together(/[\\/]src[\\/]table[\\/](?:Chat|Ending|Frame|Heard|Hint|LookBack|OneSeat|Request|SoundButton|TablePage|Tale|Undo|WhatIfNote|Wire)/), priority: 1 },
  { name: (id: string) => GAME.exec(id)?.[1] ?? null, test: together(GAME), priority: 1 },
];

export default defineConfig(({ command }) => ({
  resolve: command === 'build' ? { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } } : {}, // sentences come parsed
  plugins: [svelte(), svelteTesting(), catalogues(), squeeze()],
  build: { outDir: '../src/heorot/bundle', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false, rolldownOptions: { output: { codeSplitting: { groups } } } },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'plugins/**/*.test.ts'] },
}));
