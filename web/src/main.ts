import './kit/tokens.css';
import './kit/base.css';
import './kit/pieces.css';
import './kit/pieces-more.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { learn } from './lib/speech.svelte';
import { settings } from './lib/settings.svelte';

await learn(settings.language); // nothing is shown before it can be said
mount(App, { target: document.getElementById('app')! });
