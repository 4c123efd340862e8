// What is asked over HTTP. Whatever goes wrong comes as a Trouble with a sentence.
import type {
  DeviceAdded, DeviceCode, Fairness, FeedMade, GameList, Joined, Joining, LessonHeard, LessonInfo, LessonTold, MyData, MyTables, NewTable, Notices, PastMoment, PastStops, Problem, RuleBook, SeatKey, Sentence, TableInfo, TableLaid, TableList,
} from '../protocol';

export class Trouble extends Error {
  constructor(readonly problem: Problem) {
    super(problem.key);
  }
}

const OFFLINE: Problem = { code: 'offline', key: 'web.offline.now', params: {} };

async function call(method: string, path: string, body?: unknown, token?: string | null): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await fetch(`/api/${path}`, { method, headers, body: sent }).catch(() => {
    throw new Trouble(OFFLINE);
  });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new Trouble(said.problem ?? { code: 'internal', key: 'server.internal', params: {} });
  }
  return answer;
}

export async function json<T>(method: string, path: string, body?: unknown, token?: string | null): Promise<T> {
  return (await call(method, path, body, token)).json() as Promise<T>;
}

export const games = () => json<GameList>('GET', 'games');
export const layTable = (wish: NewTable) => json<TableLaid>('POST', 'tables', wish);
export const listTables = (before?: number) => json<TableList>('GET', before ? `tables?before=${before}` : 'tables');
export const lookAt = (table: string) => json<TableInfo>('GET', `tables/${table}`);
export const join = (table: string, who: Joining, token?: string | null) => json<Joined>('POST', `tables/${table}/join`, who, token);
export const deviceCode = (table: string, token: string) => json<DeviceCode>('POST', `tables/${table}/device`, {}, token);
export const addDevice = (code: string) => json<DeviceAdded>('POST', 'devices', { code });
export const mine = (keys: SeatKey[]) => json<MyTables>('POST', 'mine', { keys });
export const openRecord = (record: string) => json<{ table: string }>('POST', 'records', { record });
export const myData = (table: string, token: string) => json<MyData>('GET', `tables/${table}/me`, undefined, token);
export const forgetMe = (table: string, token: string) => call('DELETE', `tables/${table}/me`, undefined, token);
export const notices = (table: string, token: string) => json<Notices>('GET', `tables/${table}/notices`, undefined, token);
export const makeFeed = (table: string, token: string, language: string) => json<FeedMade>('POST', `tables/${table}/notices/feed`, { language }, token);
export const setWebhook = (table: string, token: string, url: string, language: string) => json<Notices>('PUT', `tables/${table}/notices/webhook`, { url, language }, token);
export const noNotices = (table: string, token: string) => call('DELETE', `tables/${table}/notices`, undefined, token);
export const fairness = (table: string, token?: string | null) => json<Fairness>('GET', `tables/${table}/fairness`, undefined, token);
export const proof = async (table: string, token?: string | null) => (await call('GET', `tables/${table}/proof`, undefined, token)).text();
export const record = async (table: string, token?: string | null) => (await call('GET', `tables/${table}/record`, undefined, token)).text();

/** The game as it was for this viewer after so many entries of the own log. */
export const pastAt = (table: string, entries: number, token?: string | null) => json<PastMoment>('GET', `tables/${table}/past/${entries}`, undefined, token);
/** Where this viewer may look back to. */
export const pastStops = (table: string, token?: string | null) => json<PastStops>('GET', `tables/${table}/past`, undefined, token);

/** The lesson of a game, all its steps; what is said at one; what is asked there. */
export const lessonOf = (game: string) => json<LessonInfo>('GET', `games/${game}/lesson`);
export const sayAtStep = (game: string, step: number, actions: string[]) => json<LessonHeard>('POST', `games/${game}/lesson/${step}`, { actions });
export const askAtStep = (game: string, step: number, what: string, about: string, after: number) => json<LessonTold>('POST', `games/${game}/lesson/${step}/ask`, { what, about, after });

const read = new Map<string, Promise<unknown>>();
/** What anyone may read, asked once. */
function open<T>(path: string): Promise<T> {
  let told = read.get(path);
  if (!told) read.set(path, (told = json<T>('GET', path)));
  told.catch(() => read.delete(path));
  return told as Promise<T>;
}

export const rulesOf = (game: string, language: string) => open<RuleBook>(`games/${game}/rules/${language}`);
export const examplesOf = (game: string) => open<Examples>(`games/${game}/examples`);
/** What is in the box of a table (`tables/…`) or of a game (`games/…`). */
export const boxOf = (place: string) => open<Record<string, unknown>>(`${place}/box`);
export const contentsOf = (game: string) => boxOf(`games/${game}`);

/** A position to a rule, and what the rules say of it. */
export interface Example {
  rule: string;
  box: string; // its name among the boxes
  seat: number | null; // who looks, from 0
  then: string | null; // what is tried
  view: Record<string, unknown>;
  after: Record<string, unknown> | null;
  told: Sentence[][];
  asked: ({ what: string; told: Sentence[][] } & Record<string, unknown>)[];
}
export interface Examples {
  boxes: Record<string, Record<string, unknown>>;
  examples: Example[];
}

/** Which version of the server this is. */
export const version = async () => (await json<{ version: string }>('GET', 'health')).version;
/** What lies on a table of cardboard, scored. */
export const scoreOf = <Score>(game: string, text: string, options: Record<string, string>) => json<Score>('POST', `games/${game}/score`, { text, options });
