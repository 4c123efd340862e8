// Made by: heorot openapi web/openapi.json --types web/src/protocol.ts

/** Ask all players to end the game without a winner. */
export interface Abort {
  id: string;
  type: "abort";
}

/** Answer to `hint`: `told` holds the paragraphs that a terminal prints */
export interface AdviceAnswer {
  what: "hint";
  told: Sentence[][];
  basis: Sentence;
  hints: HintAnswer[];
  question: number;
}

/** Answer another player's request. */
export interface Agree {
  id: string;
  type: "agree";
  yes: boolean;
}

/** A command was executed and stored; its effect is part of this version. */
export interface Answer {
  type: "answer";
  id: string;
  version: number;
  token: string | null;
  table: string | null;
}

/** Query the game. The answer is for this seat alone. */
export interface Ask {
  id: string;
  type: "ask";
  what: string;
  about?: string;
}

export type BoxContents = MovieBoxContents | LegendBoxContents;

/** Time limits in seconds, and for how long a bot replaces a player who runs out of time. */
export interface ClockInfo {
  per: "move" | "game";
  seconds: number;
  increment: number;
  when_out: "until-return" | "one-move";
}

/** Time limits in seconds: per move, or per game with an increment for each move. */
export interface ClockSetup {
  per: "move" | "game";
  seconds: number;
  increment?: number;
  when_out?: "until-return" | "one-move";
}

/** As the host, close a table whose game has not begun. */
export interface Close {
  id: string;
  type: "close";
}

/** As the host, change the options before the game begins. */
export interface Configure {
  id: string;
  type: "configure";
  options: Record<string, string>;
}

/** As the host, give a seat to a bot, reserve it for a person, or open it; its player is removed. */
export interface ConfigureSeat {
  id: string;
  type: "seat";
  /** seats are numbered from 1, as in a record */
  seat: number;
  who: "person" | "open" | "bot";
  bot?: string | null;
}

/** A key for this device. */
export interface DeviceAdded {
  table: string;
  seat: number | null;
  host: boolean;
  token: string;
}

/** A code to type on another device, and its expiry in milliseconds since 1970. */
export interface DeviceCode {
  code: string;
  expires_at: number;
}

/** Erase a chat message: one's own, or as the host any. */
export interface Erase {
  id: string;
  type: "erase";
  message: number;
}

/** Points with the 95 % interval of a sample */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}

export type Examples = MovieExamples | LegendExamples;

/** The body of every error. */
export interface Failure {
  problem: Problem;
}

/** The commitment of a table to its draws. */
export interface Fairness {
  provable: boolean;
  commitment: string | null;
  salts: SeatSalt[];
  closed: boolean;
  key: string | null;
  rematch: string | null;
}

/** URLs of a feed, which are returned only once. */
export interface FeedMade {
  json_feed: string;
  atom_feed: string;
}

/** Settings of a new feed. */
export interface FeedSetup {
  language?: "en" | "fr" | "ru";
}

export type FromClient = Hello | Play | Undo | Abort | Agree | Resign | Leave | ReclaimSeat | SendChat | Erase | Mute | ConfigureSeat | Reissue | Configure | Close | Rematch | Pause | Resume | Ask | Ping;

export type FromServer = Welcome | Update | PresenceChanged | Answer | QueryReply | Refused | Pong | Goodbye;

/** All games. */
export interface GameList {
  games: OfferedGame[];
}

/** Last message: why the server closes the connection, and whether to reconnect. */
export interface Goodbye {
  type: "goodbye";
  problem: Problem;
  again: boolean;
}

/** The server runs; for `ready`: and can write to its store. */
export interface Health {
  status: "ok";
  version: string;
}

/** First message: the table, a token (none: watch), and the last version that the client has seen. */
export interface Hello {
  type: "hello";
  table: string;
  token?: string | null;
  seen?: number | null;
  chat?: boolean;
}

/** One answer in notation, with its value and its reasons */
export interface HintAnswer {
  answer: string[];
  told: Sentence[];
  value: Estimate | null;
  ahead: Estimate | null;
  reasons: ReasonAnswer[];
}

/** Statistics of this process, whose name is `node`; counts begin at its start. */
export interface HostFigures {
  node: string;
  version: string;
  uptime: number;
  tables: Record<string, number>;
  sockets: number;
  most_sockets: number;
  moves: number;
  commands: Timings;
  disk: Timings;
  thoughts: Timings;
  thinking: number;
  bots_failed: number;
  store_bytes: number;
  most_bytes: number;
  free_bytes: number;
  full: boolean;
  refused: Record<string, number>;
  slow_readers: number;
}

/** Take a seat under a name: that of the link, or any open one. For an open seat a client that chooses its own `token` can repeat the request and gets the same seat. */
export interface JoinRequest {
  name?: string;
  seat?: number | null;
  token?: string | null;
  salt?: string | null;
}

/** A seat and its key. */
export interface Joined {
  table: string;
  /** seats are numbered from 1, as in a record */
  seat: number;
  token: string;
}

/** A feed in the format JSON Feed 1.1. */
export interface JsonFeed {
  version: string;
  title: string;
  home_page_url: string;
  language: string;
  items: JsonFeedItem[];
}

/** The pending item of a feed's seat. */
export interface JsonFeedItem {
  id: string;
  url: string;
  title: string;
  content_text: string;
  date_published: string;
}

/** Let a bot play for one's seat; the host also for a player who is away. */
export interface Leave {
  id: string;
  type: "leave";
  bot: string;
  seat?: number | null;
}

/** Arrival of Beowulf at an episode (L2.1), numbered from 1 */
export interface LegendArrives {
  is: "arrives";
  episode: number;
}

/** L5.2, L9.1: Player in an episode in turn or an auction */
export interface LegendBidder {
  seat: LegendSeat;
  still_in: boolean;
  total: number;
  missing: number;
  at_hand: number | null;
}

/** L5.1, L9.1: Bidding in turn, in symbols or treasure */
export interface LegendBidding {
  kind: string;
  high: number;
  bidders: LegendBidder[];
}

/** L1.3: Activity card */
export interface LegendBoxCard {
  card: LegendCard;
  name: Sentence;
  symbols: ([string, number])[];
  count: number;
  source: string;
}

/** Contents of a box */
export interface LegendBoxContents {
  title: string;
  designer: string;
  year: number;
  players: [number, number];
  hand: LegendOpeningHand;
  sources: Record<string, string>;
  hash: string;
  built_in: boolean;
  cards: LegendBoxCard[];
  specials: LegendBoxSpecial[];
  tokens: LegendBoxToken[];
  tiles: Record<string, LegendBoxTile>;
  episodes: LegendBoxEpisode[];
}

/** L2.1: Episode of the journey */
export interface LegendBoxEpisode {
  number: number;
  name: Sentence;
  printed_name: string;
  kind: string;
  symbols: string[];
  required: string[];
  matching: string[];
  major: boolean;
  advanced: boolean;
  options: string[];
  give: string | null;
  get: LegendIcon | null;
  reward: LegendIcon | null;
  spaces: Record<string, LegendIcon[]>;
  sources: Record<string, string>;
}

/** L1.5, L7.1: Special card; one without symbols has a text */
export interface LegendBoxSpecial {
  card: LegendCard;
  name: Sentence;
  printed_name: string;
  symbols: ([string, number])[];
  rule: string | null;
  players: number;
  advanced: boolean;
  sources: Record<string, string>;
}

/** L1.6: Number of tiles of a kind */
export interface LegendBoxTile {
  count: number;
  source: string;
}

/** L1.6: Square token, or face of alliance tokens */
export interface LegendBoxToken {
  token: LegendToken;
  name: Sentence;
  kind: string;
  value: number;
  count: number;
  source: string;
}

/** L1.3: Card, identified by its name in the notation: `fighting2`, `beowulf1`, `naegling` */
export type LegendCard = string;

/** Worked example */
export interface LegendExample {
  rule: string;
  /** key in the boxes of the examples */
  box: string;
  seat: number | null;
  /** action that is tried */
  then: string | null;
  view: LegendExampleView;
  after: LegendExampleView | null;
  told: Sentence[][];
  asked: (LegendPreviewAnswer | LegendWhyAnswer | LegendUnseenAnswer | LegendScoresAnswer | LegendNextAnswer | LegendOddsAnswer | LegendSpacesAnswer)[];
}

/** Example view */
export interface LegendExampleView {
  rules: number;
  box: string;
  options: ([string, string])[];
  seat: LegendSeat | null;
  episode: number;
  first: LegendSeat | null;
  question: string;
  asked: LegendSeat[];
  to: LegendSeat | null;
  order: LegendSeat[];
  high: number;
  next_marker: number | null;
  next_first: LegendSeat | null;
  turned: ([LegendCard, number])[];
  icon: LegendIcon | null;
  spaces: LegendSpaceView[];
  players: LegendPlayerView[];
  supply: LegendSupplyView;
  hand: ([LegendCard, number])[];
  bid: ([LegendCard, number])[];
  alliances: ([LegendToken, number])[];
  drawable: ([LegendCard, number])[];
  unseen_alliances: ([LegendToken, number])[];
  log: LegendLogEntry[];
  points: number[];
  winners: LegendSeat[];
}

/** Worked examples */
export interface LegendExamples {
  boxes: Record<string, LegendBoxContents>;
  examples: LegendExample[];
}

/** L8.4, L10.1: Scores in the order of the players, their places, and the winners */
export interface LegendFinalScores {
  scores: LegendScore[];
  places: number[];
  winners: number[];
}

/** New first player (L2.3) */
export interface LegendFirstPlayer {
  is: "first-player";
  seat: LegendSeat;
}

/** This class implements rational numbers */
export type LegendFraction = string;

/** Special card taken from beside the board (L6.5) */
export interface LegendGetsCard {
  is: "gets-card";
  seat: LegendSeat;
  card: LegendCard;
}

/** Scratch, wound or double wound taken; a third scratch is a wound (L6.6, L6.7) */
export interface LegendGetsHurt {
  is: "gets-hurt";
  seat: LegendSeat;
  what: string;
}

/** Status marker taken (L4.2, L5.5, L5.8, L8.1, L9.2) */
export interface LegendGetsMarker {
  is: "gets-marker";
  seat: LegendSeat;
  marker: number;
}

/** Misfortune taken (L6.3) */
export interface LegendGetsMisfortune {
  is: "gets-misfortune";
  seat: LegendSeat;
}

/** Square token taken openly (L6.3) */
export interface LegendGetsToken {
  is: "gets-token";
  seat: LegendSeat;
  token: LegendToken;
}

/** Chapter 6: Icon of a space, an offer or a reward, with its number or its special card */
export type LegendIcon = string;

/** Immediate worth of an icon for a player: points as if the game ended then, and the reason */
export interface LegendIconWorth {
  icon: LegendIcon;
  seat: LegendSeat;
  points: LegendFraction;
  reason: string;
  number: number;
  healed: LegendFraction | null;
}

export type LegendLog = LegendLogEntry[];

/** Log entry as one seat saw it, with the public events that followed */
export interface LegendLogEntry {
  episode: number;
  question: string;
  seat: LegendSeat;
  to: LegendSeat | null;
  action: string;
  events: (LegendShowsCards | LegendShowsTokens | LegendTurnsUpTokens | LegendGetsMarker | LegendGetsToken | LegendGetsMisfortune | LegendGetsCard | LegendGetsHurt | LegendRiskOver | LegendReshuffle | LegendFirstPlayer | LegendArrives)[];
}

/** Answer to `next`: the legal actions that may follow, in the notation */
export interface LegendNextAnswer {
  what: "next";
  told: Sentence[][];
  next: string[];
}

/** Answer to `odds`: the odds of a risk, and the bidding */
export interface LegendOddsAnswer {
  what: "odds";
  told: Sentence[][];
  risk: LegendRiskOdds | null;
  daring: LegendRiskOdds | null;
  bidding: LegendBidding | null;
}

/** L1.4: Number of cards by their names, and of dealt ones */
export interface LegendOpeningHand {
  beowulf1: number;
  fighting2: number;
  dealt: number;
}

/** Known points of a player */
export interface LegendPlayerStanding {
  seat: LegendSeat;
  score: LegendScore;
  unknown: number;
  expected: LegendFraction;
}

/** Public knowledge about a player */
export interface LegendPlayerView {
  seat: LegendSeat;
  hand: number;
  known: ([LegendCard, number])[];
  laid: ([LegendCard, number])[];
  shown: ([LegendToken, number])[];
  ready: boolean;
  still_in: boolean;
  out: boolean;
  total: number | null;
  missing: number;
  marker: number | null;
  choices: number | null;
  tokens: number;
  squares: ([LegendToken, number])[];
  alliances: number;
  seen: ([LegendToken, number])[];
  misfortunes: number;
  scratches: number;
  wounds: number;
  double_wounds: number;
  all_wounds: number;
}

/** Answer to `preview`: the known effect of an action */
export interface LegendPreviewAnswer {
  what: "preview";
  told: Sentence[][];
  action: string;
  odds: LegendRiskOdds | null;
  worth: LegendIconWorth | null;
  total: number | null;
  missing: number | null;
}

/** answer types by query name */
export interface LegendQueryAnswers {
  preview: LegendPreviewAnswer;
  why: LegendWhyAnswer;
  unseen: LegendUnseenAnswer;
  scores: LegendScoresAnswer;
  next: LegendNextAnswer;
  odds: LegendOddsAnswer;
  spaces: LegendSpacesAnswer;
}

/** Discards shuffled into a new draw pile (L1.8) */
export interface LegendReshuffle {
  is: "reshuffle";
  unknown: number[];
}

/** L3.2, L5.6: Odds of a risk from the knowledge of a seat */
export interface LegendRiskOdds {
  cards: number;
  matches: LegendFraction[];
  symbols: LegendFraction;
  missing: number | null;
  reached: LegendFraction | null;
  exact: boolean;
}

/** Matching cards of a risk, which join the hand or are laid (L3.2, L5.6) */
export interface LegendRiskOver {
  is: "risk-over";
  seat: LegendSeat;
  matches: LegendCard[];
}

/** L8.2, L8.3: Score of a player with all terms */
export interface LegendScore {
  tally: LegendScoreTally;
  fame: number;
  alliance_fame: number;
  treasure: number;
  alliance_treasure: number;
  misfortunes: number;
  wounds: number;
  wound_points: number;
  treasure_counts: boolean;
  fallen: boolean;
}

/** Scoring pieces of a player: tokens by their values, misfortunes, scratches and wound tiles */
export interface LegendScoreTally {
  fame: number[];
  alliance_fame: number[];
  treasure: number[];
  alliance_treasure: number[];
  misfortunes: number;
  scratches: number;
  wounds: number;
  double_wounds: number;
}

/** Answer to `scores`: the standings of the known seats, or the final scores */
export interface LegendScoresAnswer {
  what: "scores";
  told: Sentence[][];
  standings: LegendPlayerStanding[];
  accounts: Sentence[][];
  final: LegendFinalScores | null;
}

export type LegendSeat = number;

/** Bid, or whole hand at the end, with the symbols that count (L4.1, L8.1) */
export interface LegendShowsCards {
  is: "shows-cards";
  seat: LegendSeat;
  cards: LegendCard[];
  total: number;
}

/** All treasure of a player, and its sum (L9.2) */
export interface LegendShowsTokens {
  is: "shows-tokens";
  seat: LegendSeat;
  tokens: LegendToken[];
  total: number;
}

/** Icon space of the episode that is in play with this number of players */
export interface LegendSpaceView {
  icon: LegendIcon;
  taken: LegendSeat | null;
}

/** Answer to `spaces`: the immediate worth of each icon space */
export interface LegendSpacesAnswer {
  what: "spaces";
  told: Sentence[][];
  spaces: LegendIconWorth[];
}

/** Pieces beside the board */
export interface LegendSupplyView {
  tokens: ([LegendToken, number])[];
  alliances: number;
  misfortunes: number;
  specials: LegendCard[];
  pile: number;
  discards: ([LegendCard, number])[];
}

/** L1.6: Square token (`fame`, `treasure`) or face of an alliance token (`alliance-fame`) */
export type LegendToken = string;

/** Alliance treasure drawn after the ranking, shown as it returns to the supply (L9.2, L3.5) */
export interface LegendTurnsUpTokens {
  is: "turns-up-tokens";
  seat: LegendSeat;
  tokens: LegendToken[];
}

/** The score of a typed position, by line */
export interface LegendTypedScoreAnswer {
  what: "score";
  told: Sentence[][];
  owners: string[];
  accounts: Sentence[][];
  final: LegendFinalScores;
  points: number[];
  shares: LegendFraction[];
}

/** Answer to `unseen`: the cards and alliance tokens whose place the seat does not know */
export interface LegendUnseenAnswer {
  what: "unseen";
  told: Sentence[][];
  unseen: ([LegendCard, number])[];
  drawable: ([LegendCard, number])[];
  discards: ([LegendCard, number])[];
  unseen_alliances: ([LegendToken, number])[];
}

/** A game at one moment as one seat knows it; `seat` is None for a spectator */
export interface LegendView {
  rules: number;
  box: string;
  options: ([string, string])[];
  seat: LegendSeat | null;
  episode: number;
  first: LegendSeat | null;
  question: string;
  asked: LegendSeat[];
  to: LegendSeat | null;
  order: LegendSeat[];
  high: number;
  next_marker: number | null;
  next_first: LegendSeat | null;
  turned: ([LegendCard, number])[];
  icon: LegendIcon | null;
  spaces: LegendSpaceView[];
  players: LegendPlayerView[];
  supply: LegendSupplyView;
  hand: ([LegendCard, number])[];
  bid: ([LegendCard, number])[];
  alliances: ([LegendToken, number])[];
  unseen: ([LegendCard, number])[];
  drawable: ([LegendCard, number])[];
  unseen_alliances: ([LegendToken, number])[];
  legal: string[];
  points: number[];
  winners: LegendSeat[];
}

/** Answer to `why`: an explanation in sentences */
export interface LegendWhyAnswer {
  what: "why";
  told: Sentence[][];
}

/** The learner's answer in notation: an action, or all actions of a set. */
export interface LessonAnswer {
  actions: string[];
}

/** All steps of a lesson. */
export interface LessonInfo {
  game: string;
  /** seats are numbered from 1, as in a record */
  seat: number;
  steps: LessonStep[];
}

/** The game at one moment as the learner's seat sees it, and the new part of its log. */
export interface LessonMoment {
  now: TableSnapshot;
  log: LogPart;
}

/** The answer to a query. */
export interface LessonQueryAnswer {
  told: Record<string, unknown>;
}

/** A query about the game at a step, or at a later moment of it. */
export interface LessonQuestion {
  what: string;
  about?: string;
  after?: number;
}

/** Outcome of an answer: whether it passed, and if so the following moments. */
export interface LessonResult {
  passed: boolean;
  moments: LessonMoment[];
}

/** A step: a moment, and the answer that passes it. Its text is in the locales; `numbers` are its parameters. */
export interface LessonStep {
  name: string;
  rules: string[];
  answer: string[];
  numbers: Record<string, unknown>;
  goes_on: boolean;
  moment: LessonMoment;
}

/** A table of the public list. */
export interface ListedTable {
  changed_at: number;
  info: TableInfo;
}

/** New log entries, appended to the client's log or replacing it (`whole`). `told` holds the narration as paragraphs of sentences. */
export interface LogPart {
  whole: boolean;
  entries: MovieLog | LegendLog;
  told: Sentence[][];
}

/** A chat message; erased messages have no text. */
export interface MessageInfo {
  number: number;
  /** seats are numbered from 1, as in a record */
  seat: number;
  text: string | null;
}

/** M3.3: The result of an act */
export interface MovieActResult {
  act: number;
  figures: MovieFigureScore[];
  points: number[];
  cashed: number[];
  before: number[];
  saga: number[];
}

/** Points of one legal action */
export interface MovieActionPreview {
  action: string;
  points: number | null;
  seats: number[];
}

/** A board with its spaces in reading order */
export interface MovieBoxBoard {
  act: number;
  columns: number;
  rows: number;
  spaces: MovieBoxSpace[];
  source: string;
}

/** The contents of a box */
export interface MovieBoxContents {
  title: string;
  designer: string;
  year: number;
  players: [number, number];
  saga_points: number;
  hand: number;
  sources: Record<string, string>;
  hash: string;
  built_in: boolean;
  figures: MovieBoxFigure[];
  boards: MovieBoxBoard[];
  tiles: MovieBoxTile[];
}

/** M1.2, M3.5: A kind of figure */
export interface MovieBoxFigure {
  kind: string;
  name: Sentence;
  diamonds: number;
  count: number;
  returns: boolean;
  source: string;
}

/** A space of a board; columns and rows are counted from 1 */
export interface MovieBoxSpace {
  space: string;
  column: number;
  row: number;
  gorge: boolean;
}

/** M1.5: A tile and its number of copies */
export interface MovieBoxTile {
  tile: string;
  name: Sentence;
  act: number;
  value: number;
  ability: string;
  cash: number;
  rule: string;
  count: number;
  seen: number;
  sources: Record<string, string>;
}

/** A figure's score before and after an action */
export interface MovieChange {
  before: MovieFigureScore | null;
  after: MovieFigureScore;
}

/** M4.10: A tile of the figure's row or column that a Gorge cuts off */
export interface MovieCutOff {
  space: string;
  tile: MovieTile;
}

/** M5.1 to M5.3: How a finished game was decided */
export interface MovieEnding {
  saga: number;
  tied: MovieSeat[];
  unused: number[];
  winners: MovieSeat[];
  places: number[];
  ranking: MovieSeat[];
}

/** Worked example */
export interface MovieExample {
  rule: string;
  /** key in the boxes of the examples */
  box: string;
  seat: number | null;
  /** action that is tried */
  then: string | null;
  view: MovieExampleView;
  after: MovieExampleView | null;
  told: Sentence[][];
  asked: (MoviePreviewAnswer | MoviePreviewsAnswer | MovieWhyAnswer | MovieUnseenAnswer | MovieScoresAnswer | MovieNextAnswer)[];
}

/** Example view */
export interface MovieExampleView {
  rules: number;
  box: string;
  options: ([string, string])[];
  seat: MovieSeat | null;
  act: number;
  question: string;
  asked: MovieSeat[];
  to: MovieSeat | null;
  placed: string | null;
  chosen: string | null;
  figures: MovieStandingFigure[];
  tiles: MovieLyingTile[];
  open: string[];
  pool: number;
  players: MoviePlayerView[];
  hand: MovieTile[];
  log: MovieLogEntry[];
  winners: MovieSeat[];
}

/** Worked examples */
export interface MovieExamples {
  boxes: Record<string, MovieBoxContents>;
  examples: MovieExample[];
}

/** M3.3: A figure's score with all of its terms */
export interface MovieFigureScore {
  seat: MovieSeat;
  kind: string;
  space: string;
  row: MovieTerm[];
  column: MovieTerm[];
  cut_off: MovieCutOff[];
  open: string[];
  sum: number;
  diamonds: number;
  horns: string[];
  points: number;
}

/** This class implements rational numbers */
export type MovieFraction = string;

export type MovieLog = MovieLogEntry[];

/** An entry of the log as one seat saw it */
export interface MovieLogEntry {
  act: number;
  seat: MovieSeat;
  to: MovieSeat | null;
  action: string;
}

/** A tile on the board */
export interface MovieLyingTile {
  tile: MovieTile;
  space: string;
}

/** Answer to `next`: the legal actions that may follow, in the notation */
export interface MovieNextAnswer {
  what: "next";
  told: Sentence[][];
  next: string[];
}

/** The public information about a player */
export interface MoviePlayerView {
  seat: MovieSeat;
  saga: number;
  in_front: ([string, number])[];
  backs: [number, number, number];
  counsels: [number, number, number];
}

/** Answer to `preview`: the changes of scores by an action */
export interface MoviePreviewAnswer {
  what: "preview";
  told: Sentence[][];
  action: string;
  changes: MovieChange[];
}

/** Answer to `previews`: the points of every legal action with these first words */
export interface MoviePreviewsAnswer {
  what: "previews";
  told: Sentence[][];
  previews: MovieActionPreview[];
}

/** answer types by query name */
export interface MovieQueryAnswers {
  preview: MoviePreviewAnswer;
  previews: MoviePreviewsAnswer;
  why: MovieWhyAnswer;
  unseen: MovieUnseenAnswer;
  scores: MovieScoresAnswer;
  next: MovieNextAnswer;
}

/** Answer to `scores`: the results of finished acts, and the present scores of figures or the ending */
export interface MovieScoresAnswer {
  what: "scores";
  told: Sentence[][];
  saga: number[];
  acts: MovieActResult[];
  figures: MovieFigureScore[];
  points: number[];
  ending: MovieEnding | null;
}

export type MovieSeat = number;

/** A figure on the board */
export interface MovieStandingFigure {
  seat: MovieSeat;
  kind: string;
  space: string;
}

/** A tile in a figure's row or column, and what it adds to the sum */
export interface MovieTerm {
  space: string;
  tile: MovieTile;
  counts: number;
  turned: boolean;
}

/** M1.5: The front of a tile and its act */
export type MovieTile = string;

/** M3.3: The result of a typed act */
export interface MovieTypedAct {
  act: number;
  figures: MovieFigureScore[];
  points: number[];
  cashed: number[];
  before: number[];
  saga: number[];
  told: Sentence[][];
}

/** The score of a typed position, for each of `owners` */
export interface MovieTypedScoreAnswer {
  what: "score";
  told: Sentence[][];
  owners: string[];
  start: number;
  acts: MovieTypedAct[];
  cashed: number[];
  unused: number[];
  saga: number[];
  ending: MovieEnding | null;
  shares: MovieFraction[];
}

/** Answer to `unseen`: the tiles that the seat has not seen, by act */
export interface MovieUnseenAnswer {
  what: "unseen";
  told: Sentence[][];
  unseen: (([MovieTile, number])[])[];
}

/** A game at one moment, as one seat may know it; `seat` is None for a spectator */
export interface MovieView {
  rules: number;
  box: string;
  options: ([string, string])[];
  seat: MovieSeat | null;
  act: number;
  question: string;
  asked: MovieSeat[];
  to: MovieSeat | null;
  placed: string | null;
  chosen: string | null;
  figures: MovieStandingFigure[];
  tiles: MovieLyingTile[];
  open: string[];
  pool: number;
  players: MoviePlayerView[];
  hand: MovieTile[];
  unseen: [([MovieTile, number])[], ([MovieTile, number])[], ([MovieTile, number])[]];
  legal: string[];
  winners: MovieSeat[];
}

/** Answer to `why`: the present scores of figures */
export interface MovieWhyAnswer {
  what: "why";
  told: Sentence[][];
  figures: MovieFigureScore[];
}

/** As the host, mute or unmute a seat. */
export interface Mute {
  id: string;
  type: "mute";
  /** seats are numbered from 1, as in a record */
  seat: number;
  muted: boolean;
}

/** Everything that the server knows of a person at a table. */
export interface MyData {
  table: string;
  seat: number | null;
  host: boolean;
  name: string | null;
  messages: MyMessage[];
  devices: number;
  joined_at: number;
  feed: boolean;
  webhook: string | null;
}

/** All keys of a device. */
export interface MyKeys {
  keys: SeatKey[];
}

/** A chat message of mine. */
export interface MyMessage {
  number: number;
  text: string;
}

/** One of my tables, and whether it waits for me. */
export interface MyTable {
  table: string;
  seat: number | null;
  host: boolean;
  waits: boolean;
  changed_at: number;
  info: TableInfo;
}

/** My tables, latest change first. */
export interface MyTables {
  tables: MyTable[];
}

/** A code from another device. */
export interface NewDevice {
  code: string;
}

/** A record to be imported. */
export interface NewRecord {
  record: string;
}

/** A table to be created. The host takes `seat` under `name`, or no seat. Without a name the seat is reserved, and the host joins with salt once the commitment is known. A client that chooses its own `token` can repeat the request and gets the same table. `hints` defaults to true if at most one person plays. */
export interface NewTable {
  game: string;
  seats: SeatSetup[];
  name?: string | null;
  seat?: number | null;
  options?: Record<string, string>;
  box?: string | null;
  listed?: boolean;
  watchable?: boolean;
  on_resign?: "bot" | "end";
  hints?: boolean | null;
  clock?: ClockSetup | null;
  token?: string | null;
}

/** Notification settings of a seat: whether it has a feed, the webhook's URL and signing secret, and its consecutive failures. */
export interface NotificationSettings {
  feed: boolean;
  webhook: string | null;
  secret: string | null;
  failures: number;
}

/** A game that this server offers. */
export interface OfferedGame {
  name: string;
  fewest: number;
  most: number;
  rules: number[];
  options: string[];
  bots: string[];
  queries: string[];
}

/** The table and the move that a what-if continues from. */
export interface Origin {
  table: string;
  move: number;
}

/** The game as the viewer saw it after a number of log entries; without an open question. */
export interface PastMoment {
  entries: number;
  view: MovieView | LegendView | null;
}

/** Points of the viewer's log to look back to, as numbers of entries; `marks` has, for each paragraph of the narration, the number of entries before it. */
export interface PastStops {
  stops: number[];
  marks: number[];
}

/** Ask all players to pause the clocks. */
export interface Pause {
  id: string;
  type: "pause";
}

/** Keep-alive message; the server answers with `pong`. */
export interface Ping {
  type: "ping";
}

/** Answer an open question. A set of cards or tokens is one command whose last action is `done`. */
export interface Play {
  id: string;
  type: "play";
  question: number;
  actions: string[];
}

/** Answer to a ping. */
export interface Pong {
  type: "pong";
}

/** A client connected or disconnected. */
export interface PresenceChanged {
  type: "here";
  here: boolean[];
}

/** An error: a code for programs, and a key of the locales with parameters for people. */
export interface Problem {
  code: string;
  key: string;
  params: Record<string, unknown>;
}

/** The table after an update; `table` contains only changed fields. */
export interface Progress {
  version: number;
  table: TableChange;
  question: number | null;
  undo: "free" | "ask" | null;
  view: MovieView | LegendView | null;
}

/** The answer to a query. */
export interface QueryReply {
  type: "told";
  id: string;
  told: Record<string, unknown>;
}

/** A reason for or against an answer, with its points here and with the answer that it is compared to */
export interface ReasonAnswer {
  told: Sentence;
  good: boolean;
  here: number;
  there: number;
}

/** Take over from the bot again. */
export interface ReclaimSeat {
  id: string;
  type: "return";
}

/** A command was refused and changed nothing. If its question is closed, `now` holds the current table. */
export interface Refused {
  type: "refused";
  id: string | null;
  problem: Problem;
  now: TableSnapshot | null;
}

/** As the host, replace the link of a seat; the answer contains the token. Without a seat the host replaces the host's key and must choose the token, so that a lost answer does not lose it. */
export interface Reissue {
  id: string;
  type: "reissue";
  seat?: number | null;
  token?: string | null;
}

/** Remaining time of each seat in milliseconds at one moment, and the seats whose clock runs. Reveals nothing hidden, because it is public which seats have open questions. */
export interface RemainingTimes {
  at: number;
  left: number[];
  running: number[];
  paused: boolean;
}

/** Create a new table for the same players; the answer and an update contain its id, and all tokens are valid there. */
export interface Rematch {
  id: string;
  type: "rematch";
  salt?: string | null;
}

/** All moves of a game from one viewpoint, its log and its narration; `marks` has the move before each paragraph. */
export interface Replay {
  lens: string;
  finished: boolean;
  moves: ReplayMove[];
  log: unknown[];
  told: unknown[];
  marks: number[];
}

/** The answer to a query after a move; with everything open, also the answer for each seat. */
export interface ReplayAnswer {
  told: unknown;
  seats: unknown[] | null;
}

/** The game after a move. With everything open, `seats` holds the private part of each seat's view. */
export interface ReplayMoment {
  move: number;
  view: unknown;
  seats: unknown[] | null;
}

/** A move: the length of the log after it, its chapter (act or episode), and each seat's points if the game had ended there and the viewpoint shows them. */
export interface ReplayMove {
  entries: number;
  chapter: number;
  standings: (number | null)[];
}

/** A player's request to all others, and who has agreed. */
export interface RequestInfo {
  wish: "back" | "end" | "pause";
  /** seats are numbered from 1, as in a record */
  seat: number;
  agreed: number[];
}

/** Resign. A bot plays on, or the table ends, as the host chose. */
export interface Resign {
  id: string;
  type: "resign";
}

/** Resume the clocks. */
export interface Resume {
  id: string;
  type: "resume";
}

/** All rules of a game in one language. */
export interface RuleBook {
  game: string;
  language: string;
  chapters: RuleChapter[];
}

/** The rules of one chapter. */
export interface RuleChapter {
  number: string;
  name: string;
  rules: RuleText[];
}

/** A rule in one language: `text` in our own words, `ruling` where the rulebook is ambiguous. `ours` lists values of the rule that are our proposals, not printed. */
export interface RuleText {
  number: string;
  name: string;
  text: string;
  ruling: string;
  ours: Sentence[];
}

/** Public information on a seat. */
export interface SeatInfo {
  who: "person" | "open" | "bot";
  name: string | null;
  bot: string | null;
  away: boolean;
  resigned: boolean;
  muted: boolean;
}

/** A key that this device has. */
export interface SeatKey {
  table: string;
  token: string;
}

/** Key of a seat; belongs into the fragment of a link, which browsers do not send to servers. */
export interface SeatLink {
  /** seats are numbered from 1, as in a record */
  seat: number;
  token: string;
}

/** The salt that a player added to the draws. */
export interface SeatSalt {
  /** seats are numbered from 1, as in a record */
  seat: number;
  salt: string;
}

/** Player of a seat at a new table: a person with a personal link, any person, or a bot. */
export interface SeatSetup {
  who: "person" | "open" | "bot";
  bot?: string | null;
}

/** Send a chat message to the players of the table. */
export interface SendChat {
  id: string;
  type: "say";
  text: string;
}

/** A sentence or a part of one: a locale key and its parameters */
export interface Sentence {
  key: string;
  params: Record<string, string | number | Sentence | Sentence[]>;
}

export interface TableChange {
  table?: string;
  game?: string;
  rules?: number;
  own_box?: boolean;
  options?: Record<string, string>;
  status?: "open" | "playing" | "over" | "ended";
  why?: string | null;
  listed?: boolean;
  watchable?: boolean;
  on_resign?: "bot" | "end";
  hints?: boolean;
  imported?: boolean;
  places?: SeatInfo[];
  asked?: number[];
  request?: RequestInfo | null;
  next?: string | null;
  what_if?: Origin | null;
  clock?: ClockInfo | null;
  times?: RemainingTimes | null;
}

/** A new table. `token` is the host's own; `links` are for invited players. */
export interface TableCreated {
  table: string;
  token: string;
  seat: number | null;
  links: SeatLink[];
  commitment: string | null;
}

/** Public information on a table. */
export interface TableInfo {
  table: string;
  game: string;
  rules: number;
  own_box: boolean;
  options: Record<string, string>;
  status: "open" | "playing" | "over" | "ended";
  why: string | null;
  listed: boolean;
  watchable: boolean;
  on_resign: "bot" | "end";
  hints: boolean;
  imported: boolean;
  places: SeatInfo[];
  asked: number[];
  request: RequestInfo | null;
  next: string | null;
  what_if: Origin | null;
  clock: ClockInfo | null;
  times: RemainingTimes | null;
}

/** Open and watchable tables, latest change first. */
export interface TableList {
  tables: ListedTable[];
  more: number | null;
}

/** The current table as one viewer sees it. */
export interface TableSnapshot {
  version: number;
  table: TableInfo;
  question: number | null;
  undo: "free" | "ask" | null;
  view: MovieView | LegendView | null;
}

/** A histogram of durations since the start: upper bounds in seconds, cumulative counts, the number of samples, and their sum in seconds. */
export interface Timings {
  most: number[];
  counts: number[];
  count: number;
  seconds: number;
}

/** A physical game, line by line as `heorot score` reads it, and its options. */
export interface TypedPosition {
  text: string;
  options?: Record<string, string>;
}

export type TypedScoreAnswer = MovieTypedScoreAnswer | LegendTypedScoreAnswer;

/** Undo the player's latest answer, or ask the other players to agree. */
export interface Undo {
  id: string;
  type: "undo";
}

/** A change of the table. */
export interface Update {
  type: "update";
  after: number;
  now: Progress;
  log: LogPart;
  chat: MessageInfo[];
  news: unknown[];
}

/** URL and language of a webhook. */
export interface WebhookSetup {
  url: string;
  language?: "en" | "fr" | "ru";
}

/** Answer to hello: the viewer's seat, and everything that the client has not seen. A client with an invitation link sees the public view until it takes the seat that the link offers (`invited`). */
export interface Welcome {
  type: "welcome";
  seat: number | null;
  host: boolean;
  invited: number | null;
  now: TableSnapshot;
  log: LogPart;
  chat: MessageInfo[];
  news: unknown[];
  here: boolean[];
  time: number | null;
}

/** Continue a finished game from a move: the players, and the seat and name of the host. */
export interface WhatIf {
  move: number;
  seats: SeatSetup[];
  name?: string | null;
  seat?: number | null;
  token?: string | null;
}
