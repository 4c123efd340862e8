// A live table as one viewer sees it, synchronised with the server over a WebSocket.
//
// `now` is the latest known state, `displayed` the state on the screen: moves of other players are shown one by one
// by the animation queue. While a player looks back, `shown` is the past moment. Commands carry an id and are sent again
// after a reconnect; the server runs each at most once.
import type {
  BoxContents, FromServer, LegendLogEntry, LogPart, MessageInfo, TableSnapshot, MovieLogEntry, PastMoment, Problem, Progress, Sentence, TableInfo, QueryReply, Welcome,
} from '../protocol';
import { getBox, getPastMoment, getPastStops, ApiError } from './http';
import { AnimationQueue, type TableUpdate } from '../ui/motion/animationQueue';
import { namesFor } from '../i18n/seatNames';

export type LogEntry = MovieLogEntry | LegendLogEntry;
export type ConnectionState = 'opening' | 'open' | 'lost' | 'closed';

type Command = { type: string; [field: string]: unknown };
/** A command without a response. */
interface PendingCommand {
  sent: Command & { id: string };
  resolve: (answer: CommandResult | QueryReply) => void;
  reject: (error: ApiError) => void;
}
export interface CommandResult {
  version: number;
  token: string | null;
  table: string | null;
}

const RETRY_DELAYS = [300, 600, 1200, 2500, 5000]; // in ms
const WELCOME_TIMEOUT = 10_000; // ms until the server must have sent its welcome
const PING_AFTER = 20_000; // ms of silence before a ping
const PONG_TIMEOUT = 8_000; // ms to wait for the pong
const RECENT = 8; // a log of at most this many paragraphs is announced from its start

export class LiveTable {
  readonly table: string;
  readonly token: string | null;
  readonly frameless: boolean = false; // shown without the table frame

  connection: ConnectionState = $state('opening');
  lostAt: number | null = $state(null);
  now: TableSnapshot | null = $state.raw(null);
  displayed: TableSnapshot | null = $state.raw(null);
  past: PastMoment | null = $state.raw(null);
  currentUpdate: TableUpdate | null = $state.raw(null);
  seat: number | null = $state(null); // from 1
  invited: number | null = $state(null); // the seat that an invite link offers
  host = $state(false);
  present: boolean[] = $state.raw([]);
  clockOffset = 0; // server clock minus local clock, in ms
  logEntries: LogEntry[] = $state.raw([]); // the log up to the displayed state
  paragraphs: Sentence[][] = $state.raw([]); // the text of the log up to the displayed state
  hiddenParagraphs = $state(0); // number of latest paragraphs whose animation is still running
  marks: number[] | null = $state.raw(null); // for each paragraph, the number of entries before it; null until loaded
  stops: number[] | null = $state.raw(null); // numbers of entries at which looking back may stop; null until loaded
  chat: MessageInfo[] = $state.raw([]);
  news: Sentence[] = $state.raw([]);
  closeReason: Problem | null = $state.raw(null);
  pendingCount = $state(0); // commands without a response
  localPlayers: LiveTable[] = []; // other players at this screen
  displayTime: (update: TableUpdate) => number = () => 0; // ms that a title needs to show an update completely
  problem: Problem | null = $state.raw(null); // why the server refused a command of the frame
  messagesRead = $state(0); // number of chat messages read
  chatOpen = $state(false); // the chat is open; this and the draft survive the start of the game
  chatDraft = $state(''); // text typed into the chat
  paragraphsAnnounced = 0; // paragraphs of the log already announced

  /** The moment on the screen. */
  shown: TableSnapshot | null = $derived(this.past && this.displayed ? { ...this.displayed, question: null, undo: null, view: this.past.view } : this.displayed);
  /** The log up to the moment on the screen. */
  entries: LogEntry[] = $derived(this.past ? this.logEntries.slice(0, this.past.entries) : this.logEntries);
  /** The update to animate. */
  update: TableUpdate | null = $derived(this.past ? null : this.currentUpdate);
  /** True if the screen shows the latest known state. */
  current = $derived(!this.past && this.displayed !== null && this.displayed.version === this.now?.version);
  /** The open question for this seat, once the screen has reached it. */
  question = $derived(this.current ? this.displayed!.question : null);

  /** Number of unread chat messages of other players. */
  unread = $derived(this.chat.filter((message) => message.number >= this.messagesRead && message.seat !== this.seat && message.text !== null).length);
  private places = $derived(this.now?.table.places); // the same object in every update, so that `names` is recomputed only on changes
  names = $derived(namesFor(this.places && { places: this.places }));

  private socket: WebSocket | null = null;
  private welcomed = false; // welcome received on this socket; nothing else may be sent before it
  private pending = new Map<string, PendingCommand>();
  private queue = new AnimationQueue((update) => this.show(update), (update) => this.displayTime(update));
  private tries = 0;
  private timer = 0;
  private lastMessageAt = 0;
  private commandCount = 0;
  private lookBackCount = 0;
  private historyRequest: Promise<void> | null = null;
  private readonly idPrefix = Math.random().toString(36).slice(2, 10);

  constructor(table: string, token: string | null) {
    this.table = table;
    this.token = token;
  }

  // ---- Connection

  open(): void {
    addEventListener('online', this.reconnectIfVisible);
    document.addEventListener('visibilitychange', this.reconnectIfVisible);
    this.connect();
  }

  close(): void {
    removeEventListener('online', this.reconnectIfVisible);
    document.removeEventListener('visibilitychange', this.reconnectIfVisible);
    this.connection = 'closed';
    clearTimeout(this.timer);
    this.queue.stop();
    this.socket?.close(1000);
    this.fail({ code: 'closed', key: 'web.offline.now', params: {} });
  }

  /** Reconnect now instead of after the delay. */
  retryNow(): void {
    if (this.connection === 'lost') this.connect();
  }

  private reconnectIfVisible = (): void => {
    if (this.connection === 'lost' && !document.hidden) this.connect();
  };

  private connect(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    this.welcomed = false;
    this.monitor(socket);
    socket.onopen = () => {
      const seen = this.now ? { seen: this.now.version } : {};
      socket.send(JSON.stringify({ type: 'hello', table: this.table, ...(this.token ? { token: this.token } : {}), ...seen }));
    };
    socket.onmessage = ({ data }) => {
      this.lastMessageAt = Date.now();
      if (socket === this.socket) this.receive(JSON.parse(data as string) as FromServer);
    };
    socket.onclose = () => socket === this.socket && this.lose();
  }

  private lose(): void {
    this.socket = null;
    if (this.connection === 'closed') return;
    if (this.connection !== 'lost') this.lostAt = Date.now();
    this.connection = 'lost';
    const wait = RETRY_DELAYS[Math.min(this.tries++, RETRY_DELAYS.length - 1)]!;
    this.timer = window.setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Detect dead connections: close a socket without a welcome, and send a ping after a long silence. */
  private monitor(socket: WebSocket): void {
    this.lastMessageAt = Date.now();
    const clock = window.setInterval(() => {
      if (socket !== this.socket) return clearInterval(clock);
      const quiet = Date.now() - this.lastMessageAt;
      if (quiet > (this.welcomed ? PING_AFTER + PONG_TIMEOUT : WELCOME_TIMEOUT)) this.drop(socket);
      else if (quiet > PING_AFTER && socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, PONG_TIMEOUT / 2);
  }

  /** Drop the socket without waiting for the close handshake, which may take a minute. */
  private drop(socket: WebSocket): void {
    socket.close();
    this.lose();
  }

  // ---- Messages from the server

  protected receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome': return this.welcome(message);
      case 'update':
        if (this.now && message.after > this.now.version) return this.connect(); // an update is missing
        if (!this.now || message.now.version <= this.now.version) return;
        return this.apply(nextMoment(this.now, message.now), message.log, message.chat, message.news as Sentence[]);
      case 'here': this.present = message.here; return;
      case 'answer': return this.settle(message.id, (command) => command.resolve(message));
      case 'told': return this.settle(message.id, (command) => command.resolve(message));
      case 'refused':
        if (message.now && (!this.now || message.now.version > this.now.version)) this.jumpTo(message.now);
        if (message.id) this.settle(message.id, (command) => command.reject(new ApiError(message.problem)));
        return;
      case 'goodbye':
        if (!message.again) this.end(message.problem);
    }
  }

  private welcome(message: Welcome): void {
    this.tries = 0;
    this.welcomed = true;
    this.connection = 'open';
    this.lostAt = null;
    this.seat = message.seat;
    this.invited = message.invited;
    this.host = message.host;
    this.present = message.here;
    if (message.time) this.clockOffset = message.time - Date.now();
    const first = this.now === null;
    if (first) this.messagesRead = Math.max(0, ...message.chat.map(({ number }) => number + 1)); // chat from before joining counts as read
    this.apply(message.now, first ? { ...message.log, whole: true } : message.log, message.chat, message.news as Sentence[]);
    for (const command of this.pending.values()) this.socket?.send(JSON.stringify(command.sent));
  }

  private apply(now: TableSnapshot, log: LogPart, chat: MessageInfo[], news: Sentence[]): void {
    const before = this.now;
    this.now = now;
    if (chat.length) this.chat = mergeMessages(this.chat, chat);
    if (news.length) this.news = [...this.news, ...news].slice(-200);
    const own = this.seat !== null && log.entries.some((entry) => entry.seat === this.seat! - 1);
    if (log.whole || !before) {
      this.queue.clear();
      this.past = null;
      this.logEntries = log.entries;
      this.paragraphs = log.told;
      this.paragraphsAnnounced = before || log.told.length > RECENT ? log.told.length : 0;
      this.marks = this.stops = null;
      this.displayed = now;
      this.currentUpdate = null;
    } else {
      this.queue.add({ now, entries: log.entries, paragraphs: log.told, own });
    }
  }

  private show(update: TableUpdate): void {
    this.displayed = update.now;
    this.logEntries = [...this.logEntries, ...update.entries];
    this.marks &&= [...this.marks, ...update.paragraphs.map(() => this.logEntries.length)];
    if (update.entries.length) this.stops &&= [...this.stops, this.logEntries.length];
    this.paragraphs = [...this.paragraphs, ...update.paragraphs];
    if (update.entries.length) this.currentUpdate = update;
  }

  private jumpTo(now: TableSnapshot): void {
    this.queue.clear();
    this.now = this.displayed = now;
  }

  private end(problem: Problem): void {
    this.closeReason = problem;
    this.connection = 'closed';
    this.fail(problem);
  }

  /** Show all queued updates now. */
  skip(): void {
    this.queue.flush();
  }

  // ---- Looking back

  /** Load the positions for looking back and the marks of the paragraphs, once; later updates extend them. */
  loadHistory(): Promise<void> {
    if (this.stops || !this.displayed?.view) return Promise.resolve();
    return (this.historyRequest ??= this.requestHistory().finally(() => (this.historyRequest = null)));
  }

  private async requestHistory(): Promise<void> {
    try {
      let history = await getPastStops(this.table, this.token);
      if ((history.stops.at(-1) ?? 0) < this.logEntries.length) history = await getPastStops(this.table, this.token); // the game went on during the request
      this.marks = history.marks.slice(0, this.paragraphs.length); // the screen may lag behind
      this.stops = history.stops.filter((stop) => stop <= this.logEntries.length);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the log then shows no move numbers
    }
  }

  /** Show the game after that many entries; past the last entry, show the present. */
  async lookBack(entries: number): Promise<void> {
    if (entries >= this.logEntries.length) return this.returnToPresent();
    const count = ++this.lookBackCount;
    try {
      await this.loadHistory();
      const past = await getPastMoment(this.table, entries, this.token);
      if (count !== this.lookBackCount) return;
      this.past = past.entries < this.logEntries.length ? past : null;
      this.currentUpdate = null; // coming back must not repeat the animation
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (count === this.lookBackCount) this.problem = error.problem;
    }
  }

  /** Move that many moves forward or back, if the positions are known. */
  async step(moves: number): Promise<void> {
    await this.loadHistory();
    const { stops } = this;
    if (!stops) return;
    const here = this.past ? stops.findLastIndex((stop) => stop <= this.past!.entries) : stops.length - 1;
    return this.lookBack(stops[Math.max(0, here + moves)] ?? this.logEntries.length);
  }

  /** Show the latest state again. */
  returnToPresent(): void {
    this.lookBackCount++;
    this.past = null;
  }

  // ---- Commands to the server

  private settle(id: string, handle: (command: PendingCommand) => void): void {
    const command = this.pending.get(id);
    this.pending.delete(id);
    this.pendingCount = this.pending.size;
    if (command) handle(command);
  }

  private fail(problem: Problem): void {
    for (const id of [...this.pending.keys()]) this.settle(id, (command) => command.reject(new ApiError(problem)));
  }

  /** Send a command, which the server runs at most once across reconnects. Rejects with an ApiError if it is refused. */
  command(what: Command): Promise<CommandResult> {
    return this.request(what) as Promise<CommandResult>;
  }

  private request(what: Command): Promise<CommandResult | QueryReply> {
    const sent = { ...what, id: `${this.idPrefix}-${++this.commandCount}` };
    return new Promise((resolve, reject) => {
      this.pending.set(sent.id, { sent, resolve, reject });
      this.pendingCount = this.pending.size;
      if (this.connection === 'open' && this.welcomed) this.socket?.send(JSON.stringify(sent));
      else if (this.connection === 'closed') this.fail(this.closeReason ?? { code: 'closed', key: 'web.offline.now', params: {} });
    });
  }

  /** Send a command and show its refusal above the table. */
  async send(what: Command): Promise<CommandResult | null> {
    try {
      return await this.command(what);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = error.problem;
      return null;
    }
  }

  /** Answer the open question with an action, or with a set that ends in `done`. */
  play(...actions: string[]): Promise<CommandResult> {
    return this.command({ type: 'play', question: this.now?.question ?? 0, actions });
  }

  /** Return the contents of the table's box. */
  box(): Promise<BoxContents> {
    return getBox(`tables/${this.table}`);
  }

  /** Send a query about the game; other players do not see it. */
  async ask(what: string, about?: string): Promise<QueryReply['told']> {
    const answer = await this.request({ type: 'ask', what, ...(about === undefined ? {} : { about }) });
    return 'told' in answer ? answer.told : {};
  }
}

/** Return the next moment: table fields that an update omits stay unchanged. */
function nextMoment(before: TableSnapshot, now: Progress): TableSnapshot {
  return { ...now, table: { ...before.table, ...now.table } as TableInfo };
}

function mergeMessages(old: MessageInfo[], fresh: MessageInfo[]): MessageInfo[] {
  const all = new Map(old.map((message) => [message.number, message]));
  for (const message of fresh) all.set(message.number, message);
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** Create a live table in its own effect root, so that its derived state outlives the component that created it. */
export function createLiveTable(table: string, token: string | null): LiveTable {
  let live: LiveTable | null = null;
  $effect.root(() => void (live = new LiveTable(table, token)));
  return live!;
}
