// The move that a player is composing: the piece picked up, the target, and its preview. Nothing is sent before `submit`
// except queries, which other players do not see.
import { ApiError } from '../../../api/http';
import { settings } from '../../../browser/settings.svelte';
import type { LiveTable } from '../../../api/liveTable.svelte';
import type { MovieView, Problem, Sentence } from '../../../protocol';
import { typedAsk, type Ask } from '../../../api/queries';
import type { Change, FigureScore, MovieAnswers, PointsPreview, Scores } from './answers';
import type { BoardShape, Box } from './box';
import { isFigureKind, parseMove, parseTile, type Move } from './notation';

type LegalMove = Move & { text: string };

/** The answer to a preview query, with the actions that it is about. */
interface PreviewAnswer {
  query: string;
  changes: Change[];
  paragraphs: Sentence[][];
}

const NO_SCORES: Scores = { saga: [], acts: [], figures: [], points: [], ending: null };

export class MoveDraft {
  chosen: string | null = $state(null); // a kind of figure, a tile, or `draw`
  from: string | null = $state(null); // where the figure moved by Good Counsel stands, or the first tile of a swap
  pinned: string | null = $state(null); // the selected target space
  hovered: string | null = $state(null); // the space under the pointer
  cashing = $state(false);
  inspected: string | null = $state(null); // the space whose explanation is shown
  refusal: { problem: Problem; space: string | null } | null = $state.raw(null);
  sending = $state(false);

  scores: Scores = $state.raw(NO_SCORES);
  spacesInFlight: Set<string> = $state.raw(new Set()); // spaces whose piece is in flight
  scoresUnavailable = $state(false); // the query for scores failed
  previewAnswer: PreviewAnswer | null = $state.raw(null);
  private pointsPreviews: { key: string; byAction: Map<string, PointsPreview> } | null = $state.raw(null);
  private secondSwapSpaces: string[] = $state.raw([]); // spaces that only the second half of a swap may name
  private readonly ask: Ask<MovieAnswers>;
  private previewCache = new Map<string, PreviewAnswer>();

  readonly view = $derived.by(() => this.live.shown?.view as MovieView | null);
  readonly myTurn = $derived.by(() => this.live.question !== null);
  readonly moves: LegalMove[] = $derived.by(() => (this.myTurn ? (this.view?.legal ?? []).map((text) => ({ text, ...parseMove(text) })) : []));
  readonly shape: BoardShape = $derived.by(() => this.box.boards[(this.view?.act ?? 1) - 1]!);
  readonly question = $derived.by(() => (this.myTurn ? (this.view?.question ?? null) : null));

  /** Pieces that can be picked up. */
  readonly playable: Set<string> = $derived.by(() => new Set(this.moves.flatMap((move) => ('piece' in move ? [move.piece] : []))));
  readonly canDraw = $derived.by(() => this.moves.some((move) => move.is === 'draw'));
  readonly onlyMove = $derived.by(() => (this.moves.length === 1 && !('space' in this.moves[0]!) ? this.moves[0]! : null));
  readonly counsel = $derived.by(() => this.moves.some((move) => move.is === 'counsel' && move.piece === this.chosen));
  readonly cash = $derived.by(() => this.moves.find((move) => move.is === 'cash' && move.piece === this.chosen)?.text ?? null);
  readonly swapping = $derived.by(() => this.question === 'swap');

  /** Spaces of a first step: the figure for Good Counsel, the first tile of a swap. */
  readonly firstSpaces: Set<string> = $derived.by(() => {
    if (this.from !== null) return new Set();
    if (this.swapping) return new Set([...this.spacesOf('swap'), ...this.secondSwapSpaces]);
    return new Set(this.moves.flatMap((move) => (move.is === 'counsel' && move.piece === this.chosen ? [move.from] : [])));
  });

  /** Spaces that complete a move, with the actions to send. */
  readonly targets: Map<string, string[]> = $derived.by(() => {
    if (this.question === 'remove') return this.targetsOf((move) => move.is === 'remove');
    if (this.question === 'swap-with') return this.targetsOf((move) => move.is === 'with');
    if (this.swapping) return this.swapTargets();
    if (this.chosen === null) return new Map();
    return this.targetsOf((move) => 'piece' in move && move.piece === this.chosen && (move.is !== 'counsel' || move.from === this.from));
  });

  readonly aim: string | null = $derived.by(() => {
    if (this.hovered !== null && this.targets.has(this.hovered)) return this.hovered;
    return this.pinned !== null && this.targets.has(this.pinned) ? this.pinned : null;
  });

  /** The actions that `submit` would send. */
  readonly actions: string[] | null = $derived.by(() => {
    if (this.aim !== null) return this.targets.get(this.aim)!;
    if (this.cashing && this.cash) return [this.cash];
    if (this.chosen === 'draw' && this.canDraw) return ['draw'];
    return this.onlyMove ? [this.onlyMove.text] : null;
  });

  /** Scores of all figures on the board, as they were while pieces are in flight; unknown while looking back. */
  readonly boardScores: Scores = $derived.by(() => (this.live.past ? NO_SCORES : this.spacesInFlight.size ? this.scoresBeforeFlight : (this.scoresBeforeFlight = this.scores)));
  readonly figureScores: FigureScore[] = $derived.by(() => this.boardScores.figures);
  private scoresBeforeFlight = NO_SCORES;

  readonly query = $derived.by(() => this.actions?.join(', ') ?? null);
  readonly preview: Change[] | null = $derived.by(() => (this.previewAnswer && this.previewAnswer.query === this.query ? this.previewAnswer.changes : null));

  constructor(
    readonly live: LiveTable,
    readonly box: Box,
  ) {
    this.ask = typedAsk<MovieAnswers>(live);
    $effect(() => {
      void this.live.question;
      this.clear();
    });
    $effect(() => this.askScores());
    $effect(() => this.askPreview());
    $effect(() => this.askPointsPreviews());
    $effect(() => this.askSecondSwapSpaces());
  }

  // ---- Legal moves

  private spacesOf(is: Move['is']): string[] {
    return this.moves.flatMap((move) => (move.is === is && 'space' in move ? [move.space] : []));
  }

  private targetsOf(fits: (move: LegalMove) => boolean): Map<string, string[]> {
    return new Map(this.moves.flatMap((move) => ('space' in move && fits(move) ? [[move.space, [move.text]] as const] : [])));
  }

  /** A swap names its two tiles in reading order, however they were chosen. */
  private swapTargets(): Map<string, string[]> {
    const { from } = this;
    if (from === null) return new Map();
    const order = this.shape.spaces.map((space) => space.space);
    const others = [...new Set([...this.spacesOf('swap'), ...this.secondSwapSpaces])].filter((space) => space !== from);
    return new Map(others.map((space) => {
      const [first, second] = order.indexOf(from) < order.indexOf(space) ? [from, space] : [space, from];
      return [space, [`swap ${first}`, second]];
    }));
  }

  diamonds(kind: string): number {
    return this.box.figures.find((figure) => figure.kind === kind)?.diamonds ?? 0;
  }

  figureOn(space: string): FigureScore | null {
    return this.figureScores.find((score) => score.space === space) ?? null;
  }

  pointsPreview(action: string | undefined): PointsPreview | null {
    return (action && this.pointsPreviews?.byAction.get(action)) || null;
  }

  get me(): number | null {
    return this.live.seat === null ? null : this.live.seat - 1;
  }

  // ---- Queries

  private askScores(): void {
    if (!this.live.current || this.live.connection !== 'open') return;
    const { version } = this.live.now!;
    this.previewCache.clear();
    void this.ask('scores').then((scores) => {
      if (this.live.now?.version === version) this.scores = scores;
      this.scoresUnavailable = false;
    }, () => void (this.scoresUnavailable = true));
  }

  private askPreview(): (() => void) | undefined {
    const { query } = this;
    if (query === null || query === 'draw' || !this.myTurn) return;
    const cached = this.previewCache.get(query);
    if (cached) {
      this.previewAnswer = { ...cached };
      return;
    }
    const wait = window.setTimeout(() => {
      void this.ask('preview', query).then(({ changes, told }) => {
        const answer = { query, changes, paragraphs: told };
        this.previewCache.set(query, answer);
        if (this.query === query) this.previewAnswer = answer;
      }, () => undefined);
    }, 40); // a passing pointer sends no query
    return () => clearTimeout(wait);
  }

  private askPointsPreviews(): void {
    const piece = this.chosen;
    if (piece === null || piece === 'draw' || !settings.ghosts || !(isFigureKind(piece) || this.counsel)) return;
    const key = `${piece}@${this.live.shown?.version}`;
    if (this.pointsPreviews?.key === key) return;
    void this.ask('previews', piece).then(({ previews }) => {
      this.pointsPreviews = { key, byAction: new Map(previews.map((preview) => [preview.action, preview])) };
    }, () => undefined);
  }

  private askSecondSwapSpaces(): void {
    const first = this.swapping ? this.moves.find((move) => move.is === 'swap') : undefined;
    if (!first) {
      this.secondSwapSpaces = [];
      return;
    }
    void this.ask('next', first.text).then(({ next }) => (this.secondSwapSpaces = next), () => undefined);
  }

  // ---- Input

  clear(): void {
    this.chosen = this.from = this.pinned = this.hovered = this.inspected = this.refusal = null;
    this.cashing = false;
  }

  /** Go one step back: from the target to the piece, from the piece to nothing. */
  stepBack(): void {
    this.refusal = null;
    if (this.pinned !== null || this.cashing) {
      this.pinned = null;
      this.cashing = false;
    } else if (this.from !== null) this.from = null;
    else this.clear();
  }

  pickUp(piece: string): void {
    const wasChosen = this.chosen === piece;
    this.clear();
    if (!wasChosen) this.chosen = piece;
  }

  /** Pick up the piece of an action and select its target. */
  preselect(answer: string[]): void {
    this.clear();
    const [first, second] = answer.map(parseMove);
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

  /** Select a space as target; a second press submits. */
  pressSpace(space: string): void {
    this.refusal = null;
    if (this.firstSpaces.has(space)) this.from = space;
    else if (this.targets.has(space)) {
      if (this.pinned === space) void this.submit();
      else this.pinned = space;
      this.cashing = false;
      this.inspected = null;
    } else if (this.swapping && this.from === space) this.from = this.pinned = null;
    else if (this.chosen !== null && this.chosen !== 'draw') void this.explainRefusal(space);
    else this.inspect(space);
  }

  /** Explain a space: its piece, or what the selected piece would bring there. */
  inspect(space: string): void {
    if (this.targets.has(space)) this.pinned = space;
    this.inspected = this.targets.has(space) ? null : space;
  }

  /** Show the rule that forbids a target. */
  private async explainRefusal(space: string): Promise<void> {
    const action = this.counsel && this.from ? `${this.chosen} ${this.from}-${space}` : `${this.chosen} ${space}`;
    await this.ask('preview', action).catch((error: unknown) => this.showRefusal(error, space));
  }

  private showRefusal(error: unknown, space: string | null): void {
    if (error instanceof ApiError) this.refusal = { problem: error.problem, space };
  }

  async submit(actions: string[] | null = this.actions): Promise<void> {
    if (!actions || this.sending) return;
    this.sending = true;
    const space = this.aim;
    try {
      await this.live.play(...actions); // the target stays selected until the next question
    } catch (error) {
      this.showRefusal(error, space);
    } finally {
      this.sending = false;
    }
  }

  /** Return the ability of a tile, or null. */
  ability(piece: string): string | null {
    return isFigureKind(piece) || piece === 'draw' ? null : parseTile(piece).ability;
  }
}
