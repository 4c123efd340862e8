// The move that a player is composing: the question, the choice before it is sent, and the actions to send.
import { ApiError } from '../../../api/http';
import { seatName } from '../../../i18n/seatNames';
import { settings } from '../../../browser/settings.svelte';
import { say } from '../../../i18n/messages.svelte';
import type { LiveTable } from '../../../api/liveTable.svelte';
import type { LegendPlayerView, LegendLogEntry, LegendView, Problem } from '../../../protocol';
import { QueryCache } from './queries.svelte';
import { expandPile, hasOption, type Catalog, type Episode } from './box';

/** Questions answered with a set, and the verb of its actions. */
const SETS: Record<string, string> = { bid: 'bid', discard: 'discard', pay: 'pay', return: 'give' };

export interface Piece {
  face: string;
  key: string; // unique among equal pieces
}

export class MoveDraft {
  readonly queries: QueryCache;
  chosenFor: { question: number | null; action: string | null } = $state.raw({ question: null, action: null });
  stagedFor: { question: number | null; pieces: Piece[] } = $state.raw({ question: null, pieces: [] });
  awaitingConfirm: string | null = $state(null); // an irreversible action that waits for its second tap
  problem: Problem | null = $state.raw(null);
  sending = $state(false);
  /** Bids, hands or treasure just revealed, shown until the player continues. */
  reveal: { episode: number; entries: LegendLogEntry[] } | null = $state.raw(null);

  constructor(readonly live: LiveTable, readonly catalog: Catalog) {
    this.queries = new QueryCache(live);
  }

  // ---- View

  /** While the cards of a risk turn over, the table shows the view before it. */
  flipping = $state(false);
  private viewBeforeFlip: LegendView | null = null;
  view = $derived.by((): LegendView => (this.flipping && this.viewBeforeFlip ? this.viewBeforeFlip : (this.viewBeforeFlip = this.live.shown!.view as LegendView)));
  me = $derived.by(() => this.view.seat);
  names = $derived.by(() => this.live.names);
  episode: Episode = $derived.by(() => this.catalog.episode(this.reveal?.episode ?? this.view.episode));
  openTokens = $derived.by(() => hasOption(this.view, 'open-tokens'));
  question = $derived.by(() => this.live.question);
  myTurn = $derived.by(() => !this.reveal && !this.flipping && this.question !== null && this.view.legal.length > 0);
  /** True while this player's own risk is flipped: nothing can be sent, and the layout stays. */
  ownRiskFlipping = $derived.by(() => this.flipping && this.view.legal.length > 0);
  legal = $derived.by(() => (this.myTurn ? this.view.legal : []));
  /** Seats in table order, this player first. */
  seats = $derived.by(() => {
    const count = this.view.players.length;
    return Array.from({ length: count }, (_, n) => ((this.me ?? 0) + n) % count);
  });
  /** Log entries of the current episode. */
  episodeEntries: LegendLogEntry[] = $derived.by(() => {
    if (this.reveal) return this.reveal.entries;
    const known = this.live.entries as LegendLogEntry[];
    const all = this.flipping ? known.slice(0, known.length - (this.live.update?.entries.length ?? 0)) : known;
    const from = all.findLastIndex((entry) => entry.episode !== this.view.episode);
    return all.slice(from + 1);
  });
  resolving = $derived.by(() => !this.reveal && this.view.spaces.length > 0 && this.view.players.every((player) => player.marker !== null));

  /** Keep a reveal on the screen until the player continues. */
  holdReveal(entries: LegendLogEntry[]): void {
    const shown = entries.findLast((entry) => entry.events.some((event) => event.is === 'shows-cards' || event.is === 'shows-tokens'));
    if (!shown) return;
    const [now, then] = [this.view.episode, shown.episode]; // hands and treasure are shown as an episode begins
    const episode = now > then && /^(all hands|treasure ranking)$/.test(this.catalog.episode(now).kind) ? now : then;
    this.reveal = { episode, entries: (this.live.entries as LegendLogEntry[]).filter((entry) => entry.episode === shown.episode) };
  }

  player(seat: number): LegendPlayerView {
    return this.view.players[seat]!;
  }

  /** Return "you" or the name of a seat. */
  who(seat: number): string {
    return seat === this.me ? say('web.legend.you') : seatName(this.live.shown?.table, seat);
  }

  // ---- Choice

  setVerb = $derived.by(() => (this.myTurn ? (SETS[this.view.question] ?? null) : null));
  chosen = $derived.by(() => (this.myTurn && this.chosenFor.question === this.question ? this.chosenFor.action : null));
  staged = $derived.by(() => (this.setVerb && this.stagedFor.question === this.question ? this.stagedFor.pieces : []));
  /** The staged pieces in the order in which the view lists the hand and the tokens; the server expects a set in it. */
  stagedFaces = $derived.by(() => {
    const { hand, alliances, players } = this.view;
    const order = [...hand, ...(players[this.me ?? -1]?.squares ?? []), ...alliances].map(([face]) => face);
    return this.staged.map((piece) => piece.face).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  });
  /** The actions of the set, without its `done`. */
  setActions = $derived.by(() => this.stagedFaces.map((face) => `${this.setVerb} ${face}`));
  setCheck = $derived.by(() => (this.setVerb ? this.queries.get('next', this.setActions.join(', ')) : undefined));
  /**
   * Why the set is illegal. Actions are sent in the order of faces, so an order problem only means that the set is
   * incomplete.
   */
  setProblem = $derived.by(() => (this.setCheck?.problem?.key === 'illegal.set-order' ? undefined : this.setCheck?.problem));
  setComplete = $derived.by(() => this.setCheck?.next?.includes('done') ?? false);
  preview = $derived.by(() => (this.chosen ? this.queries.get('preview', this.chosen) : undefined));
  total = $derived.by(() => (this.view.question === 'bid' && this.setActions.length ? this.queries.get('preview', this.setActions.join(', '))?.total ?? null : null));

  choose(action: string): void {
    this.awaitingConfirm = null;
    this.problem = null;
    if (this.myTurn) this.chosenFor = { question: this.question, action: this.chosen === action ? null : action };
  }

  isStaged(key: string): boolean {
    return this.staged.some((piece) => piece.key === key);
  }

  toggle(piece: Piece): void {
    if (!this.setVerb) return;
    this.awaitingConfirm = null;
    this.problem = null;
    const rest = this.staged.filter((other) => other.key !== piece.key);
    const pieces = rest.length < this.staged.length ? rest : [...this.staged, piece];
    this.stagedFor = { question: this.question, pieces };
  }

  clear(): void {
    this.awaitingConfirm = null;
    this.stagedFor = { question: this.question, pieces: [] };
    this.chosenFor = { question: this.question, action: null };
  }

  /** Select the action, or stage the pieces, of a suggested answer. */
  preselect(answer: string[]): void {
    this.clear();
    if (!this.myTurn) return;
    if (!this.setVerb) {
      this.chosenFor = { question: this.question, action: answer[0]! };
      return;
    }
    const counts = new Map<string, number>();
    const pieces = answer.filter((action) => action.startsWith(`${this.setVerb} `)).map((action) => {
      const face = action.slice(this.setVerb!.length + 1);
      const n = counts.get(face) ?? 0;
      counts.set(face, n + 1);
      return { face, key: `${face}#${n}` };
    });
    this.stagedFor = { question: this.question, pieces };
  }

  // ---- Submit

  /** Send actions. Irreversible ones, or all if the settings say so, need a second tap. */
  async submit(actions: string[], weighty = false): Promise<void> {
    const answer = actions.join(', ');
    if ((weighty || settings.confirm === 'always') && this.awaitingConfirm !== answer) {
      this.awaitingConfirm = answer;
      return;
    }
    this.awaitingConfirm = null;
    this.problem = null;
    this.sending = true;
    try {
      await this.live.play(...actions); // the choice belongs to its question, and expires with it
    } catch (trouble) {
      if (!(trouble instanceof ApiError)) throw trouble;
      this.problem = trouble.problem;
    } finally {
      this.sending = false;
    }
  }

  // ---- Hand

  /** Matching cards first, then the others, in the order of faces. A string, so that an unchanged hand is not rendered again. */
  faces: string = $derived.by(() => {
    const sorted = expandPile(this.view.hand);
    return [...sorted.filter((face) => this.isMatching(face)), ...sorted.filter((face) => !this.isMatching(face))].join('\n');
  });

  hand: Piece[] = $derived.by(() => {
    const faces = this.faces ? this.faces.split('\n') : [];
    return faces.map((face, place) => ({ face, key: `${face}#${faces.slice(0, place).filter((other) => other === face).length}` }));
  });

  isMatching(face: string): boolean {
    return this.catalog.matchingSymbols(this.episode, face).length > 0;
  }

  /** True if the hand marks matching cards. */
  showsMatches = $derived.by(() => this.episode.required.length > 0 && !this.resolving && this.episode.kind !== 'risk');
}
