import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { catalogues } from './plugins/catalogues.ts';
import { compress } from './plugins/compress.ts';

const SERVER = process.env.HEOROT_URL ?? 'http://127.0.0.1:8000';

// Files that are always needed together share a chunk: fewer requests, better compression. Parts that a page loads on demand
// stay apart.
const LAZY = /Art\.svelte|RoadMap\.svelte|EpisodeCard\.svelte|roadLayout\.ts|legend[\\/]panels[\\/](?:AnswerList|PlayerList|UnseenPieces)\.svelte|[\\/](?:Chat|GameOverBar|HistoryBar)\.svelte|Replay(?:Loader|Parts)\.svelte|[\\/]pages[\\/]replay[\\/]|[\\/](?:score|library|pad)[\\/]|virtual:/;
const FOLDER = /[\\/]src[\\/](?:games|pages)[\\/](?!hall|gallery)(\w+)[\\/](?!manifest)|[\\/]src[\\/]\w+[\\/](keys|hints)[\\/]/;
const together = (folder: RegExp) => (id: string) => folder.test(id) && !LAZY.test(id);
const groups = [
  { name: 'base', test: together(/node_modules|[\\/]src[\\/](?:browser|i18n|a11y[\\/](?!keys)|api[\\/](?!lobby|replays|tableSetup)|ui[\\/](?:motion|pieces|rules|controls[\\/](?!CopyButton|SoundButton|ThemeButton)|kit[\\/]Sprite))/), priority: 2 },
  { name: 'table', test: together(/[\\/]src[\\/](?:table[\\/](?:TablePage|ViewerTable|frame[\\/](?!Clocks)|log[\\/]|hints[\\/]HintButton)|ui[\\/]controls[\\/]SoundButton)/), priority: 2 },
  { name: (id: string) => { const match = FOLDER.exec(id); return match?.[1] ?? match?.[2] ?? null; }, test: together(FOLDER), priority: 1 },
];

export default defineConfig(({ command }) => ({
  resolve: command === 'build' ? { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } } : {}, // messages are compiled at build time
  plugins: [svelte(), svelteTesting(), catalogues(), compress()],
  build: { outDir: '../src/heorot/bundle', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false, rolldownOptions: { output: { codeSplitting: { groups } } } },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'plugins/**/*.test.ts'] },
}));
