// Polls the server's metrics while the page is open. A load balancer may reach different nodes, so samples are kept per node.
// The host's key stays in this tab.
import { requestJson, ApiError } from '../../api/http';
import type { HostFigures, Problem } from '../../protocol';
import { add, type Sample } from './metrics';

const STORAGE_KEY = 'heorot.host';
const POLL_INTERVAL = 2000; // ms
const FINAL_ERRORS = ['far', 'not-found', 'unknown-token']; // retrying would not help

export class MetricsPoller {
  nodes: Record<string, Sample[]> = $state.raw({});
  chosen = $state('');
  problem: Problem | null = $state.raw(null);
  key = $state(sessionStorage.getItem(STORAGE_KEY) ?? '');
  closed = $derived(this.problem !== null && FINAL_ERRORS.includes(this.problem.code));
  names = $derived(Object.keys(this.nodes).sort());
  samples = $derived(this.nodes[this.chosen] ?? []);

  /** Poll until the returned function is called. */
  begin(): () => void {
    const timer = setInterval(() => void this.look(), POLL_INTERVAL);
    void this.look();
    return () => clearInterval(timer);
  }

  async look(again = false): Promise<void> {
    if (document.hidden || (this.closed && !again)) return;
    try {
      this.addSample(await requestJson<HostFigures>('GET', 'host', undefined, this.key));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error.problem;
      if (error.problem.code === 'unknown-token') this.keep('');
    }
  }

  addSample(figures: HostFigures): void {
    const sample = { at: performance.now() / 1000, figures };
    this.nodes = { ...this.nodes, [figures.node]: add(this.nodes[figures.node] ?? [], sample) };
    if (!this.samples.length) this.chosen = figures.node;
    this.problem = null;
  }

  /** Try a host key. */
  async open(key: string): Promise<void> {
    this.keep(key.trim());
    await this.look(true);
  }

  keep(key: string): void {
    this.key = key;
    if (key) sessionStorage.setItem(STORAGE_KEY, key);
    else sessionStorage.removeItem(STORAGE_KEY);
  }
}
