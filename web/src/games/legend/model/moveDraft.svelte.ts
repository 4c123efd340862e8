// One person at the table of the Legend: what is asked, what is chosen but not said yet, and how it is said.
import { Trouble } from '../lib/api';
import { nameOf } from '../lib/seats';
import { settings } from '../lib/settings.svelte';
import { say } from '../lib/speech.svelte';
import type { LiveTable } from '../lib/table.svelte';
import type { LegendPlayerView, LegendSeen, LegendView, Problem } from '../protocol';
import { Asker } from './asker.svelte';
import { one, option, type Book, type Episode } from './book';

/** Questions that are answered with a set, and how its pieces are said. */
const SETS: Record<string, string> = { bid: 'bid', discard: 'discard', pay: 'pay', return: 'give' };

export interface Piece {
  face: string;
  key: string; // tells equal ones apart
}

export class Play {
  readonly asker: Asker;
  chosenFor: { question: number | null; action: string | null } = $state.raw({ question: null, action: null });
  stagedFor: { question: number | null; pieces: Piece[] } = $state.raw({ question: null, pieces: [] });
  armed: string | null = $state(null); // a weighty answer that waits for its second tap
  trouble: Problem | null = $state.raw(null);
  sending = $state(false);
  /** Bids, hands or treasure that have just been shown: looked at until one goes on. */
  held: { episode: number; here: LegendSeen[] } | null = $state.raw(null);

  constructor(readonly live: LiveTable, readonly book: Book) {
    this.asker = new Asker(live);
  }

  // ---- What is seen

  /** While the cards of a risk turn over, the table is as it was before. */
  flipping = $state(false);
  private stood: LegendView | null = null;
  view = $derived.by((): LegendView => (this.flipping && this.stood ? this.stood : (this.stood = this.live.shown!.view as LegendView)));
  me = $derived.by(() => this.view.seat);
  names = $derived.by(() => this.live.names);
  episode: Episode = $derived.by(() => this.book.episode(this.held?.episode ?? this.view.episode));
  open = $derived.by(() => option(this.view, 'open-tokens'));
  question = $derived.by(() => this.live.question);
  mine = $derived.by(() => !this.held && !this.flipping && this.question !== null && this.view.legal.length > 0);
  /** The own risk is turned over: nothing can be said, and everything keeps its place. */
  waits = $derived.by(() => this.flipping && this.view.legal.length > 0);
  legal = $derived.by(() => (this.mine ? this.view.legal : []));
  /** Seats as they sit around the table, the own first. */
  seats = $derived.by(() => {
    const count = this.view.players.length;
    return Array.from({ length: count }, (_, n) => ((this.me ?? 0) + n) % count);
  });
  /** What was said and happened in this episode. */
  here: LegendSeen[] = $derived.by(() => {
    if (this.held) return this.held.here;
    const known = this.live.entries as LegendSeen[];
    const all = this.flipping ? known.slice(0, known.length - (this.live.beat?.entries.length ?? 0)) : known;
    const from = all.findLastIndex((entry) => entry.episode !== this.view.episode);
    return all.slice(from + 1);
  });
  resolving = $derived.by(() => !this.held && this.view.spaces.length > 0 && this.view.players.every((player) => player.marker !== null));

  /** Hold what a beat brought to light, until it was looked at. */
  hold(entries: LegendSeen[]): void {
    const shown = entries.findLast((entry) => entry.events.some((event) => event.is === 'shows-cards' || event.is === 'shows-tokens'));
    if (!shown) return;
    const [now, then] = [this.view.episode, shown.episode]; // hands and treasure are shown as an episode begins
    const episode = now > then && /^(all hands|treasure ranking)$/.test(this.book.episode(now).kind) ? now : then;
    this.held = { episode, here: (this.live.entries as LegendSeen[]).filter((entry) => entry.episode === shown.episode) };
  }

  player(seat: number): LegendPlayerView {
    return this.view.players[seat]!;
  }

  /** How a seat is called: you, or its name. */
  who(seat: number): string {
    return seat === this.me ? say('web.legend.you') : nameOf(this.live.shown?.table, seat);
  }

  // ---- What is chosen

  verb = $derived.by(() => (this.mine ? (SETS[this.view.question] ?? null) : null));
  chosen = $derived.by(() => (this.mine && this.chosenFor.question === this.question ? this.chosenFor.action : null));
  staged = $derived.by(() => (this.verb && this.stagedFor.question === this.question ? this.stagedFor.pieces : []));
  /** The set as it is said, without its `done`. */
  set = $derived.by(() => this.book.sorted(this.staged.map((piece) => piece.face)).map((face) => `${this.verb} ${face}`));
  check = $derived.by(() => (this.verb ? this.asker.get('next', this.set.join(', ')) : undefined));
  /** Why the set cannot be. It is said in the order of faces, so that what would come later is no trouble: something is missing. */
  wrong = $derived.by(() => (this.check?.problem?.key === 'illegal.set-order' ? undefined : this.check?.problem));
  complete = $derived.by(() => this.check?.next?.includes('done') ?? false);
  preview = $derived.by(() => (this.chosen ? this.asker.get('preview', this.chosen) : undefined));
  total = $derived.by(() => (this.view.question === 'bid' && this.set.length ? this.asker.get('preview', this.set.join(', '))?.total ?? null : null));

  choose(action: string): void {
    this.armed = null;
    this.trouble = null;
    if (this.mine) this.chosenFor = { question: this.question, action: this.chosen === action ? null : action };
  }

  isStaged(key: string): boolean {
    return this.staged.some((piece) => piece.key === key);
  }

  toggle(piece: Piece): void {
    if (!this.verb) return;
    this.armed = null;
    this.trouble = null;
    const rest = this.staged.filter((other) => other.key !== piece.key);
    const pieces = rest.length < this.staged.length ? rest : [...this.staged, piece];
    this.stagedFor = { question: this.question, pieces };
  }

  clear(): void {
    this.armed = null;
    this.stagedFor = { question: this.question, pieces: [] };
    this.chosenFor = { question: this.question, action: null };
  }

  /** Choose what an answer says, or stage its pieces, as if by hand. */
  show(answer: string[]): void {
    this.clear();
    if (!this.mine) return;
    if (!this.verb) {
      this.chosenFor = { question: this.question, action: answer[0]! };
      return;
    }
    const counts = new Map<string, number>();
    const pieces = answer.filter((said) => said.startsWith(`${this.verb} `)).map((said) => {
      const face = said.slice(this.verb!.length + 1);
      const n = counts.get(face) ?? 0;
      counts.set(face, n + 1);
      return { face, key: `${face}#${n}` };
    });
    this.stagedFor = { question: this.question, pieces };
  }

  // ---- What is said

  /** Say it; what is weighty, or everything if the person wants that, waits for a second tap. */
  async answer(actions: string[], weighty = false): Promise<void> {
    const said = actions.join(', ');
    if ((weighty || settings.confirm === 'always') && this.armed !== said) {
      this.armed = said;
      return;
    }
    this.armed = null;
    this.trouble = null;
    this.sending = true;
    try {
      await this.live.play(...actions); // what was chosen belongs to its question, and goes with it
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      this.trouble = trouble.problem;
    } finally {
      this.sending = false;
    }
  }

  // ---- The hand

  /** Matching cards first, then the others, each in the order of faces. As one text: a hand that stays as it is is not laid anew. */
  faces: string = $derived.by(() => {
    const sorted = this.book.sorted(one(this.view.hand));
    return [...sorted.filter((face) => this.isLit(face)), ...sorted.filter((face) => !this.isLit(face))].join('\n');
  });

  hand: Piece[] = $derived.by(() => {
    const faces = this.faces ? this.faces.split('\n') : [];
    return faces.map((face, place) => ({ face, key: `${face}#${faces.slice(0, place).filter((other) => other === face).length}` }));
  });

  isLit(face: string): boolean {
    return this.book.lit(this.episode, face).length > 0;
  }

  /** Whether cards are told apart by what they show just now. */
  sorting = $derived.by(() => this.book.asks(this.episode).length > 0 && !this.resolving && this.episode.kind !== 'risk');
}
