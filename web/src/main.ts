import './ui/kit/tokens.css';
import './ui/kit/base.css';
import './ui/kit/pieces.css';
import './ui/kit/controls.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadLanguage } from './i18n/messages.svelte';
import { settings } from './browser/settings.svelte';

await loadLanguage(settings.language); // messages first: no page renders without them
mount(App, { target: document.getElementById('app')! });
