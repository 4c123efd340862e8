// Made by: heorot openapi web/openapi.json --types web/src/protocol.ts

/** Ask all to end the game without a winner. */
export interface Abort {
  id: string;
  type: "abort";
}

/** Answer what another has asked of all. */
export interface Agree {
  id: string;
  type: "agree";
  yes: boolean;
}

/** A command is carried out and stored; its effect is part of this version. */
export interface Answer {
  type: "answer";
  id: string;
  version: number;
  token: string | null;
  table: string | null;
}

/** Ask about the game; answered for the asking seat alone, and nobody else learns of it. */
export interface Ask {
  id: string;
  type: "ask";
  what: string;
  about?: string;
}

/** What lies on the table, line by line as `heorot score` reads it, and which options were played. */
export interface Cardboard {
  text: string;
  options?: Record<string, string>;
}

/** How much time people have, in seconds, and for how long a bot plays for whoever has none. */
export interface ClockInfo {
  per: "move" | "game";
  seconds: number;
  increment: number;
  when_out: "until-return" | "one-move";
}

/** How much time people have, in seconds: for each answer anew, or in a bank that grows with each answer. */
export interface ClockWish {
  per: "move" | "game";
  seconds: number;
  increment?: number;
  when_out?: "until-return" | "one-move";
}

/** The host clears a table whose game has not begun. */
export interface Close {
  id: string;
  type: "close";
}

/** The host chooses other options before the game begins. */
export interface Configure {
  id: string;
  type: "configure";
  options: Record<string, string>;
}

/** A key for this device. */
export interface DeviceAdded {
  table: string;
  seat: number | null;
  host: boolean;
  token: string;
}

/** What to type on the other device, and until when (milliseconds since 1970). */
export interface DeviceCode {
  code: string;
  expires_at: number;
}

/** Remove something that was said: one's own words, or the host anyone's. */
export interface Erase {
  id: string;
  type: "erase";
  message: number;
}

/** The one shape of every error. */
export interface Failure {
  problem: Problem;
}

/** What a table has bound itself to before its first draw. */
export interface Fairness {
  provable: boolean;
  commitment: string | null;
  salts: SeatSalt[];
  closed: boolean;
  key: string | null;
  rematch: string | null;
}

/** Where the feed of a seat is; it is told once. */
export interface FeedMade {
  json_feed: string;
  atom_feed: string;
}

/** In which language a feed speaks. */
export interface FeedWish {
  language?: "en" | "fr" | "ru";
}

export type FromClient = Hello | Play | Undo | Abort | Agree | Resign | Leave | Return | Say | Erase | Mute | Seat | Reissue | Configure | Close | Rematch | Pause | Resume | Ask | Ping;

export type FromServer = Welcome | Update | Here | Answer | Told | Refused | Pong | Goodbye;

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  fewest: number;
  most: number;
  rules: number[];
  options: string[];
  bots: string[];
  queries: string[];
}

/** All games. */
export interface GameList {
  games: GameInfo[];
}

/** The last message: why the server closes, and whether to come again. */
export interface Goodbye {
  type: "goodbye";
  problem: Problem;
  again: boolean;
}

/** The server runs; or it can also store something. */
export interface Health {
  status: "ok";
  version: string;
}

/** The first message: which table, with which token (none: to watch), and what was seen before. */
export interface Hello {
  type: "hello";
  table: string;
  token?: string | null;
  seen?: number | null;
  chat?: boolean;
}

/** Someone came or went. */
export interface Here {
  type: "here";
  here: boolean[];
}

/** What a host wants to see at a glance. Counts go on from the start of this process, whose name is `node`. */
export interface HostFigures {
  node: string;
  version: string;
  uptime: number;
  tables: Record<string, number>;
  sockets: number;
  most_sockets: number;
  moves: number;
  commands: Taken;
  disk: Taken;
  thoughts: Taken;
  thinking: number;
  bots_failed: number;
  store_bytes: number;
  most_bytes: number;
  free_bytes: number;
  full: boolean;
  refused: Record<string, number>;
  slow_readers: number;
}

/** A seat of one's own, and the key to it. */
export interface Joined {
  table: string;
  /** seats are numbered from 1, as in a record */
  seat: number;
  token: string;
}

/** Take a seat under a name: the one of one's link, or any that is open. There, who chooses the own `token` may ask again when no answer came: it is the same seat. */
export interface Joining {
  name?: string;
  seat?: number | null;
  token?: string | null;
  salt?: string | null;
}

/** Let a bot stand in: for oneself, or the host for someone who is away. */
export interface Leave {
  id: string;
  type: "leave";
  bot: string;
  seat?: number | null;
}

/** Beowulf has come to an episode (L2.1), numbered from 1 */
export interface LegendArrives {
  is: "arrives";
  episode: number;
}

/** L1.3: a card by its name in the notation: `fighting2`, `beowulf1`, `naegling` */
export type LegendCard = string;

/** Someone else is the first player now (L2.3) */
export interface LegendFirstPlayer {
  is: "first-player";
  seat: LegendSeat;
}

/** A special card from beside the board (L6.5) */
export interface LegendGetsCard {
  is: "gets-card";
  seat: LegendSeat;
  card: LegendCard;
}

/** A scratch, a wound or a double wound; a third scratch is a wound (L6.6, L6.7) */
export interface LegendGetsHurt {
  is: "gets-hurt";
  seat: LegendSeat;
  what: string;
}

/** A status marker (L4.2, L5.5, L5.8, L8.1, L9.2) */
export interface LegendGetsMarker {
  is: "gets-marker";
  seat: LegendSeat;
  marker: number;
}

/** A misfortune (L6.3) */
export interface LegendGetsMisfortune {
  is: "gets-misfortune";
  seat: LegendSeat;
}

/** A square token, openly (L6.3) */
export interface LegendGetsToken {
  is: "gets-token";
  seat: LegendSeat;
  token: LegendToken;
}

/** Chapter 6: what a space, an offer or a reward shows, with its number or its special card */
export type LegendIcon = string;

export type LegendLog = LegendSeen[];

/** What all may know of a player */
export interface LegendPlayerView {
  seat: LegendSeat;
  hand: number;
  known: ([LegendCard, number])[];
  laid: ([LegendCard, number])[];
  shown: ([LegendToken, number])[];
  ready: boolean;
  still_in: boolean;
  total: number | null;
  marker: number | null;
  tokens: number;
  squares: ([LegendToken, number])[];
  alliances: number;
  seen: ([LegendToken, number])[];
  misfortunes: number;
  scratches: number;
  wounds: number;
  double_wounds: number;
}

/** The discards are the new draw pile (L1.8) */
export interface LegendReshuffle {
  is: "reshuffle";
  unknown: number[];
}

/** The cards of a risk that match: they join the hand, or are laid (L3.2, L5.6) */
export interface LegendRiskOver {
  is: "risk-over";
  seat: LegendSeat;
  matches: LegendCard[];
}

export type LegendSeat = number;

/** One entry of the log as one seat saw it, and what all could see follow from it */
export interface LegendSeen {
  episode: number;
  question: string;
  seat: LegendSeat;
  to: LegendSeat | null;
  action: string;
  events: (LegendShowsCards | LegendShowsTokens | LegendTurnsUpTokens | LegendGetsMarker | LegendGetsToken | LegendGetsMisfortune | LegendGetsCard | LegendGetsHurt | LegendRiskOver | LegendReshuffle | LegendFirstPlayer | LegendArrives)[];
}

/** A bid, or a whole hand at the end, with the symbols that count (L4.1, L8.1) */
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

/** An icon space of the episode, in play with this number of players */
export interface LegendSpaceView {
  icon: LegendIcon;
  taken: LegendSeat | null;
}

/** What lies beside the board */
export interface LegendSupplyView {
  tokens: ([LegendToken, number])[];
  alliances: number;
  misfortunes: number;
  specials: LegendCard[];
  pile: number;
  discards: ([LegendCard, number])[];
}

/** L1.6: a square token (`fame`, `treasure`) or the face of an alliance token (`alliance-fame`) */
export type LegendToken = string;

/** Alliance treasure that was drawn after all was shown, seen as it goes back (L9.2, L3.5) */
export interface LegendTurnsUpTokens {
  is: "turns-up-tokens";
  seat: LegendSeat;
  tokens: LegendToken[];
}

/** One game at one moment, as one seat may know it; `seat` is None for a spectator */
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
  high: number;
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

/** What someone says at a step, in the notation: an action, or all pieces of a set. */
export interface LessonAnswer {
  actions: string[];
}

/** Whether that was what is asked for, and if so all that followed. */
export interface LessonHeard {
  passed: boolean;
  moments: LessonMoment[];
}

/** All steps of a lesson. */
export interface LessonInfo {
  game: string;
  /** seats are numbered from 1, as in a record */
  seat: number;
  steps: LessonStep[];
}

/** The game at one moment as the person's seat sees it, and what is new in its log. */
export interface LessonMoment {
  now: Moment;
  log: LogPart;
}

/** What someone asks about the game at a step, or after all that followed. */
export interface LessonQuestion {
  what: string;
  about?: string;
  after?: number;
}

/** A step: a moment, and what passes it. Its words are in the locales, `numbers` fill them in. */
export interface LessonStep {
  name: string;
  rules: string[];
  answer: string[];
  numbers: Record<string, unknown>;
  goes_on: boolean;
  moment: LessonMoment;
}

/** The answer of the game. */
export interface LessonTold {
  told: Record<string, unknown>;
}

/** A table in the list. */
export interface Listed {
  changed_at: number;
  info: TableInfo;
}

/** What is new in the log: after what was there, or instead of it. The words are paragraphs of sentences. */
export interface LogPart {
  whole: boolean;
  entries: MovieLog | LegendLog;
  told: Sentence[][];
}

/** Something that was said; no text is left of what was erased. */
export interface MessageInfo {
  number: number;
  /** seats are numbered from 1, as in a record */
  seat: number;
  text: string | null;
}

/** The table as one viewer may see it now. */
export interface Moment {
  version: number;
  table: TableInfo;
  question: number | null;
  undo: "free" | "ask" | null;
  view: MovieView | LegendView | null;
}

export type MovieLog = MovieSeen[];

/** A tile on the board */
export interface MovieLyingTile {
  tile: MovieTile;
  space: string;
}

/** What all may know of a player */
export interface MoviePlayerView {
  seat: MovieSeat;
  saga: number;
  in_front: ([string, number])[];
  backs: [number, number, number];
  counsels: [number, number, number];
}

export type MovieSeat = number;

/** One entry of the log as one seat saw it */
export interface MovieSeen {
  act: number;
  seat: MovieSeat;
  to: MovieSeat | null;
  action: string;
}

/** A figure on the board */
export interface MovieStandingFigure {
  seat: MovieSeat;
  kind: string;
  space: string;
}

/** M1.5: what a tile shows */
export type MovieTile = string;

/** One game at one moment, as one seat may know it; `seat` is None for a spectator */
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

/** The host lets a seat say nothing, or speak again. */
export interface Mute {
  id: string;
  type: "mute";
  /** seats are numbered from 1, as in a record */
  seat: number;
  muted: boolean;
}

/** All that the server knows of a person at a table. */
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

/** All the keys that a device has. */
export interface MyKeys {
  keys: SeatKey[];
}

/** Something that I said. */
export interface MyMessage {
  number: number;
  text: string;
}

/** One of my tables, and whether it waits for me; nothing is known of one that is gone. */
export interface MyTable {
  table: string;
  seat: number | null;
  host: boolean;
  waits: boolean;
  changed_at: number;
  info: TableInfo;
}

/** What I take part in, the latest first. */
export interface MyTables {
  tables: MyTable[];
}

/** A code that was made on another device. */
export interface NewDevice {
  code: string;
}

/** A record to be looked at. */
export interface NewRecord {
  record: string;
}

/** A table to be laid. The host takes `seat` under `name`, or none; without a name the seat is kept, and the host joins with salt once the commitment is known. Who chooses the own `token` may lay the table again when no answer came: it is the same one. Whether there are `hints` stands for all to see; if it is not said, there are where one person at most plays, against bots. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  name?: string | null;
  seat?: number | null;
  options?: Record<string, string>;
  box?: string | null;
  listed?: boolean;
  watchable?: boolean;
  on_resign?: "bot" | "end";
  hints?: boolean | null;
  clock?: ClockWish | null;
  token?: string | null;
}

/** How a person is told: whether there is a feed, which address is called, by which secret calls are signed, and how many in a row nobody took. */
export interface Notices {
  feed: boolean;
  webhook: string | null;
  secret: string | null;
  failures: number;
}

/** The table and the move at which a what-if left its game. */
export interface Origin {
  table: string;
  move: number;
}

/** The game as one viewer saw it after so many entries of the own log; there is nothing to answer. */
export interface PastMoment {
  entries: number;
  view: MovieView | LegendView | null;
}

/** Where one may look back to, as numbers of entries of the own log; and for each paragraph that was told, behind how many entries it stands. */
export interface PastStops {
  stops: number[];
  marks: number[];
}

/** Ask all to let the clocks stand still. */
export interface Pause {
  id: string;
  type: "pause";
}

/** Nothing but a sign of life; `pong` comes back. */
export interface Ping {
  type: "ping";
}

/** A seat, as all may know it. */
export interface PlaceInfo {
  who: "person" | "open" | "bot";
  name: string | null;
  bot: string | null;
  away: boolean;
  resigned: boolean;
  muted: boolean;
}

/** Answer an open question; a set of cards or tokens in one command, its last action `done`. */
export interface Play {
  id: string;
  type: "play";
  question: number;
  actions: string[];
}

/** A sign of life. */
export interface Pong {
  type: "pong";
}

/** What is wrong: a code for programs, and a sentence of the locales with its parameters for people. */
export interface Problem {
  code: string;
  key: string;
  params: Record<string, unknown>;
}

/** A moment after another one: whole, but for what is the same of the table itself. */
export interface Progress {
  version: number;
  table: TableChange;
  question: number | null;
  undo: "free" | "ask" | null;
  view: MovieView | LegendView | null;
}

/** A command is not carried out, and nothing has changed. Where its question is closed, the new one is shown. */
export interface Refused {
  type: "refused";
  id: string | null;
  problem: Problem;
  now: Moment | null;
}

/** The host makes a new link for a seat; the old one is dead. The answer carries the token. Without a seat it is the host's own key, which the host must choose: then no answer can be lost with it. */
export interface Reissue {
  id: string;
  type: "reissue";
  seat?: number | null;
  token?: string | null;
}

/** The same people at a new table; the answer and an update name it, and every token is good there too. */
export interface Rematch {
  id: string;
  type: "rematch";
  salt?: string | null;
}

/** All moves of a game through one lens, from the beginning on, its log, and what was told; for each paragraph, after which move. */
export interface Replay {
  lens: string;
  finished: boolean;
  moves: ReplayMove[];
  log: unknown[];
  told: unknown[];
  marks: number[];
}

/** The answer to a question about the game after a move; with everything open, also the one that each seat gets. */
export interface ReplayAnswer {
  told: unknown;
  seats: unknown[] | null;
}

/** The game after a move. With everything open, `seats` is what each seat had besides what all could see. */
export interface ReplayMoment {
  move: number;
  view: unknown;
  seats: unknown[] | null;
}

/** A move: how long the log of this lens was after it, which part of the game it belongs to (an act, an episode), and the points of each seat if the game had ended there, where this lens shows them. */
export interface ReplayMove {
  entries: number;
  chapter: number;
  standings: (number | null)[];
}

/** What someone asked of all, and who has agreed. */
export interface RequestInfo {
  wish: "back" | "end" | "pause";
  /** seats are numbered from 1, as in a record */
  seat: number;
  agreed: number[];
}

/** Give up. A bot plays on, or the table ends, as the host chose. */
export interface Resign {
  id: string;
  type: "resign";
}

/** Let the clocks go on. */
export interface Resume {
  id: string;
  type: "resume";
}

/** Play again instead of the bot. */
export interface Return {
  id: string;
  type: "return";
}

/** All rules of a game in one language. */
export interface RuleBook {
  game: string;
  language: string;
  chapters: RuleChapter[];
}

/** The rules below one heading. */
export interface RuleChapter {
  number: string;
  name: string;
  rules: RuleText[];
}

/** A rule in one language: `text` in our own words, `ruling` where the rulebook leaves something open and we had to decide. `ours`: which of the values that it tells of are our proposals, not printed. */
export interface RuleText {
  number: string;
  name: string;
  text: string;
  ruling: string;
  ours: (Record<string, unknown>)[];
}

/** Say something to those who sit at the table. */
export interface Say {
  id: string;
  type: "say";
  text: string;
}

/** The host gives a seat to a bot, keeps it for a person, or opens it; whoever sat there is removed. */
export interface Seat {
  id: string;
  type: "seat";
  /** seats are numbered from 1, as in a record */
  seat: number;
  who: "person" | "open" | "bot";
  bot?: string | null;
}

/** A seat that this device has the key to. */
export interface SeatKey {
  table: string;
  token: string;
}

/** The key to a seat; it belongs into the fragment of a link, which no server ever sees. */
export interface SeatLink {
  /** seats are numbered from 1, as in a record */
  seat: number;
  token: string;
}

/** What a person added to the draws. */
export interface SeatSalt {
  /** seats are numbered from 1, as in a record */
  seat: number;
  salt: string;
}

/** Who is to sit at a seat: a person by a link of their own, anyone who comes, or a bot. */
export interface SeatWish {
  who: "person" | "open" | "bot";
  bot?: string | null;
}

/** A sentence, or a part of one: parts may be sentences themselves, or several in a row with commas between */
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
  places?: PlaceInfo[];
  asked?: number[];
  request?: RequestInfo | null;
  next?: string | null;
  what_if?: Origin | null;
  clock?: ClockInfo | null;
  times?: Times | null;
}

/** A table, as all may know it. */
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
  places: PlaceInfo[];
  asked: number[];
  request: RequestInfo | null;
  next: string | null;
  what_if: Origin | null;
  clock: ClockInfo | null;
  times: Times | null;
}

/** A table is there. `token` is the host's own; the links are for those whom the host invites. */
export interface TableLaid {
  table: string;
  token: string;
  seat: number | null;
  links: SeatLink[];
  commitment: string | null;
}

/** Open and watchable tables, the latest first. */
export interface TableList {
  tables: Listed[];
  more: number | null;
}

/** How long something took since the start: how often at most so many seconds, for more and more of them; how often at all, and how long all together. */
export interface Taken {
  most: number[];
  counts: number[];
  count: number;
  seconds: number;
}

/** How much time everyone had left at a moment, in milliseconds, and whose runs since then. It tells nothing that is hidden: who is asked, and that someone has answered, is open to all. */
export interface Times {
  at: number;
  left: number[];
  running: number[];
  paused: boolean;
}

/** The answer to a question about the game. */
export interface Told {
  type: "told";
  id: string;
  told: Record<string, unknown>;
}

/** Take the latest own answer back; where others must agree, ask them. */
export interface Undo {
  id: string;
  type: "undo";
}

/** Something happened at the table. */
export interface Update {
  type: "update";
  after: number;
  now: Progress;
  log: LogPart;
  chat: MessageInfo[];
  news: unknown[];
}

/** An address to be called when something waits, and in which language. */
export interface WebhookWish {
  url: string;
  language?: "en" | "fr" | "ru";
}

/** The answer to hello: who one is here, and all that this client has not seen. Whoever came by a link sees what anyone may until the seat that it offers is taken (`invited`). */
export interface Welcome {
  type: "welcome";
  seat: number | null;
  host: boolean;
  invited: number | null;
  now: Moment;
  log: LogPart;
  chat: MessageInfo[];
  news: unknown[];
  here: boolean[];
  time: number | null;
}

/** A finished game, played on from a move: who is to sit where, and which seat the host takes under a name. */
export interface WhatIf {
  move: number;
  seats: SeatWish[];
  name?: string | null;
  seat?: number | null;
  token?: string | null;
}
