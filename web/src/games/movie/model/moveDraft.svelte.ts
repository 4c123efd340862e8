// What a person is about to do: a piece taken up, a space aimed at, what that would bring. Nothing is said to the server
// before `commit`, but for questions that nobody else learns of.
import { Trouble } from '../lib/api';
import { settings } from '../lib/settings.svelte';
import type { LiveTable } from '../lib/table.svelte';
import type { MovieView, Problem, Sentence } from '../protocol';
import type { BoardShape, Box, Change, FigureScore, Glance, Scores } from './data';
import { isKind, readMove, readTile, type Move } from './notation';

type Said = Move & { text: string };

const NOBODY: Scores = { saga: [], acts: [], figures: [], ending: null };

export class Turn {
  chosen: string | null = $state(null); // a kind of figure, a tile, or `draw`
  from: string | null = $state(null); // where a counselled figure stands; the first tile of a swap
  pinned: string | null = $state(null); // the space aimed at
  hovered: string | null = $state(null); // the space pointed at, while nothing is pinned elsewhere
  cashing = $state(false);
  looking: string | null = $state(null); // a space that is to explain itself
  complaint: { problem: Problem; space: string | null } | null = $state.raw(null);
  busy = $state(false);

  scores: Scores = $state.raw(NOBODY);
  hidden: Set<string> = $state.raw(new Set()); // spaces whose piece is still on its way
  unscored = $state(false); // nobody could say how it stands now
  changes: { about: string; found: Change[]; told: Sentence[][] } | null = $state.raw(null);
  private glances: { about: string; found: Map<string, Glance> } | null = $state.raw(null);
  private behind: string[] = $state.raw([]); // tiles that only the second half of a swap may name
  private known = new Map<string, { found: Change[]; told: Sentence[][] }>();

  readonly view = $derived.by(() => this.live.shown?.view as MovieView | null);
  readonly mine = $derived.by(() => this.live.question !== null);
  readonly moves: Said[] = $derived.by(() => (this.mine ? (this.view?.legal ?? []).map((text) => ({ text, ...readMove(text) })) : []));
  readonly shape: BoardShape = $derived.by(() => this.box.boards[(this.view?.act ?? 1) - 1]!);
  readonly question = $derived.by(() => (this.mine ? (this.view?.question ?? null) : null));

  /** What can be taken up now. */
  readonly playable: Set<string> = $derived.by(() => new Set(this.moves.flatMap((move) => ('piece' in move ? [move.piece] : []))));
  readonly canDraw = $derived.by(() => this.moves.some((move) => move.is === 'draw'));
  readonly only = $derived.by(() => (this.moves.length === 1 && !('space' in this.moves[0]!) ? this.moves[0]! : null));
  readonly counsel = $derived.by(() => this.moves.some((move) => move.is === 'counsel' && move.piece === this.chosen));
  readonly cash = $derived.by(() => this.moves.find((move) => move.is === 'cash' && move.piece === this.chosen)?.text ?? null);
  readonly swapping = $derived.by(() => this.question === 'swap');

  /** Spaces that a first step chooses among: who is counselled, the first tile of a swap. */
  readonly starts: Set<string> = $derived.by(() => {
    if (this.from !== null) return new Set();
    if (this.swapping) return new Set([...this.spacesOf('swap'), ...this.behind]);
    return new Set(this.moves.flatMap((move) => (move.is === 'counsel' && move.piece === this.chosen ? [move.from] : [])));
  });

  /** Spaces that complete an answer, each with what is then said. */
  readonly targets: Map<string, string[]> = $derived.by(() => {
    if (this.question === 'remove') return this.answers((move) => move.is === 'remove');
    if (this.question === 'swap-with') return this.answers((move) => move.is === 'with');
    if (this.swapping) return this.swaps();
    if (this.chosen === null) return new Map();
    return this.answers((move) => 'piece' in move && move.piece === this.chosen && (move.is !== 'counsel' || move.from === this.from));
  });

  readonly aim: string | null = $derived.by(() => {
    if (this.hovered !== null && this.targets.has(this.hovered)) return this.hovered;
    return this.pinned !== null && this.targets.has(this.pinned) ? this.pinned : null;
  });

  /** What would be said, were it said now. */
  readonly actions: string[] | null = $derived.by(() => {
    if (this.aim !== null) return this.targets.get(this.aim)!;
    if (this.cashing && this.cash) return [this.cash];
    if (this.chosen === 'draw' && this.canDraw) return ['draw'];
    return this.only ? [this.only.text] : null;
  });

  /** Every figure as it stands; nothing is known of it while one looks back. */
  readonly standing: FigureScore[] = $derived.by(() => (this.live.past ? [] : this.hidden.size ? this.stood : (this.stood = this.scores.figures)));
  private stood: FigureScore[] = [];

  readonly about = $derived.by(() => this.actions?.join(', ') ?? null);
  readonly preview: Change[] | null = $derived.by(() => (this.changes && this.changes.about === this.about ? this.changes.found : null));

  constructor(
    readonly live: LiveTable,
    readonly box: Box,
  ) {
    $effect(() => {
      void this.live.question;
      this.clear();
    });
    $effect(() => this.askScores());
    $effect(() => this.askPreview());
    $effect(() => this.askGlances());
    $effect(() => this.askBehind());
  }

  // ---- What is known

  private spacesOf(is: Move['is']): string[] {
    return this.moves.flatMap((move) => (move.is === is && 'space' in move ? [move.space] : []));
  }

  private answers(fits: (move: Said) => boolean): Map<string, string[]> {
    return new Map(this.moves.flatMap((move) => ('space' in move && fits(move) ? [[move.space, [move.text]] as const] : [])));
  }

  /** A swap names its two tiles in reading order, however they were chosen. */
  private swaps(): Map<string, string[]> {
    const { from } = this;
    if (from === null) return new Map();
    const order = this.shape.spaces.map((one) => one.space);
    const others = [...new Set([...this.spacesOf('swap'), ...this.behind])].filter((space) => space !== from);
    return new Map(others.map((space) => {
      const [first, second] = order.indexOf(from) < order.indexOf(space) ? [from, space] : [space, from];
      return [space, [`swap ${first}`, second]];
    }));
  }

  diamonds(kind: string): number {
    return this.box.figures.find((one) => one.kind === kind)?.diamonds ?? 0;
  }

  figureOn(space: string): FigureScore | null {
    return this.standing.find((one) => one.space === space) ?? null;
  }

  glance(action: string | undefined): Glance | null {
    return (action && this.glances?.found.get(action)) || null;
  }

  get me(): number | null {
    return this.live.seat === null ? null : this.live.seat - 1;
  }

  // ---- What is asked meanwhile

  private askScores(): void {
    if (!this.live.current || this.live.wire !== 'open') return;
    const { version } = this.live.now!;
    this.known.clear();
    void this.live.ask<Scores & Record<string, unknown>>('scores').then((found) => {
      if (this.live.now?.version === version) this.scores = found;
      this.unscored = false;
    }, () => void (this.unscored = true));
  }

  private askPreview(): (() => void) | undefined {
    const { about } = this;
    if (about === null || about === 'draw' || !this.mine) return;
    const kept = this.known.get(about);
    if (kept) {
      this.changes = { about, ...kept };
      return;
    }
    const wait = window.setTimeout(() => {
      void this.live.ask<{ changes: Change[]; told: Sentence[][] } & Record<string, unknown>>('preview', about).then(({ changes: found, told }) => {
        this.known.set(about, { found, told });
        if (this.about === about) this.changes = { about, found, told };
      }, () => undefined);
    }, 40); // a pointer that only passes over asks nothing
    return () => clearTimeout(wait);
  }

  private askGlances(): void {
    const piece = this.chosen;
    if (piece === null || piece === 'draw' || !settings.ghosts || !(isKind(piece) || this.counsel)) return;
    const about = `${piece}@${this.live.shown?.version}`;
    if (this.glances?.about === about) return;
    void this.live.ask<{ previews: Glance[] } & Record<string, unknown>>('previews', piece).then(({ previews }) => {
      this.glances = { about, found: new Map(previews.map((one) => [one.action, one])) };
    }, () => undefined);
  }

  private askBehind(): void {
    const first = this.swapping ? this.moves.find((move) => move.is === 'swap') : undefined;
    if (!first) {
      this.behind = [];
      return;
    }
    void this.live.ask<{ next: string[] } & Record<string, unknown>>('next', first.text).then(({ next }) => (this.behind = next), () => undefined);
  }

  // ---- What a person does

  clear(): void {
    this.chosen = this.from = this.pinned = this.hovered = this.looking = this.complaint = null;
    this.cashing = false;
  }

  /** One step back: from the space to the piece, from the piece to nothing. */
  cancel(): void {
    this.complaint = null;
    if (this.pinned !== null || this.cashing) {
      this.pinned = null;
      this.cashing = false;
    } else if (this.from !== null) this.from = null;
    else this.clear();
  }

  take(piece: string): void {
    const again = this.chosen === piece;
    this.clear();
    if (!again) this.chosen = piece;
  }

  /** Take up what an answer says and aim at it, as if by hand. */
  show(answer: string[]): void {
    this.clear();
    const [first, second] = answer.map(readMove);
    if (!first) return;
    if ('piece' in first) this.chosen = first.piece;
    else if (first.is === 'draw') this.chosen = 'draw';
    if ('from' in first) this.from = first.from;
    if (first.is === 'cash') this.cashing = true;
    if (second && 'space' in first && 'space' in second) {
      this.from = first.space;
      this.pinned = second.space;
    } else if ('space' in first) this.pinned = first.space;
  }

  takeCash(): void {
    this.pinned = null;
    this.cashing = true;
  }

  /** A space is pressed: aim at it; once more, and it is done. */
  press(space: string): void {
    this.complaint = null;
    if (this.starts.has(space)) this.from = space;
    else if (this.targets.has(space)) {
      if (this.pinned === space) void this.commit();
      else this.pinned = space;
      this.cashing = false;
      this.looking = null;
    } else if (this.swapping && this.from === space) this.from = this.pinned = null;
    else if (this.chosen !== null && this.chosen !== 'draw') void this.whyNot(space);
    else this.look(space);
  }

  /** A space explains itself: what lies there, or what the piece in hand would bring there. */
  look(space: string): void {
    if (this.targets.has(space)) this.pinned = space;
    this.looking = this.targets.has(space) ? null : space;
  }

  /** The rule, in a sentence, for what may not be. */
  private async whyNot(space: string): Promise<void> {
    const tried = this.counsel && this.from ? `${this.chosen} ${this.from}-${space}` : `${this.chosen} ${space}`;
    await this.live.ask('preview', tried).catch((error: unknown) => this.complain(error, space));
  }

  private complain(error: unknown, space: string | null): void {
    if (error instanceof Trouble) this.complaint = { problem: error.problem, space };
  }

  async commit(actions: string[] | null = this.actions): Promise<void> {
    if (!actions || this.busy) return;
    this.busy = true;
    const space = this.aim;
    try {
      await this.live.play(...actions); // what is aimed at stays in the picture until the next question comes
    } catch (error) {
      this.complain(error, space);
    } finally {
      this.busy = false;
    }
  }

  /** Whether a tile or figure in hand does something when it is played. */
  ability(piece: string): string | null {
    return isKind(piece) || piece === 'draw' ? null : readTile(piece).ability;
  }
}
