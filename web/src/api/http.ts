// Requests to the HTTP API. Every failure is thrown as an ApiError with a problem that can be shown.
import type {
  BoxContents, DeviceAdded, DeviceCode, Examples, Fairness, FeedMade, GameList, Joined, JoinRequest, LessonResult, LessonInfo, LessonQueryAnswer, MyData, MyTables, NewTable, NotificationSettings, PastMoment, PastStops, Problem, RuleBook, SeatKey, TableInfo, TableCreated, TableList,
} from '../protocol';

export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.key);
  }
}

const OFFLINE: Problem = { code: 'offline', key: 'web.offline.now', params: {} };

async function request(method: string, path: string, body?: unknown, token?: string | null): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await fetch(`/api/${path}`, { method, headers, body: sent }).catch(() => {
    throw new ApiError(OFFLINE);
  });
  if (!answer.ok) {
    const body = await answer.json().catch(() => ({}));
    throw new ApiError(body.problem ?? { code: 'internal', key: 'server.internal', params: {} });
  }
  return answer;
}

export async function requestJson<T>(method: string, path: string, body?: unknown, token?: string | null): Promise<T> {
  return (await request(method, path, body, token)).json() as Promise<T>;
}

export const listGames = () => requestJson<GameList>('GET', 'games');
export const createTable = (wish: NewTable) => requestJson<TableCreated>('POST', 'tables', wish);
export const listTables = (before?: number) => requestJson<TableList>('GET', before ? `tables?before=${before}` : 'tables');
export const getTable = (table: string) => requestJson<TableInfo>('GET', `tables/${table}`);
export const joinTable = (table: string, who: JoinRequest, token?: string | null) => requestJson<Joined>('POST', `tables/${table}/join`, who, token);
export const createDeviceCode = (table: string, token: string) => requestJson<DeviceCode>('POST', `tables/${table}/device`, {}, token);
export const redeemDeviceCode = (code: string) => requestJson<DeviceAdded>('POST', 'devices', { code });
export const getMyTables = (keys: SeatKey[]) => requestJson<MyTables>('POST', 'mine', { keys });
export const openRecord = (record: string) => requestJson<{ table: string }>('POST', 'records', { record });
export const getMyData = (table: string, token: string) => requestJson<MyData>('GET', `tables/${table}/me`, undefined, token);
export const deleteMyData = (table: string, token: string) => request('DELETE', `tables/${table}/me`, undefined, token);
export const getNotices = (table: string, token: string) => requestJson<NotificationSettings>('GET', `tables/${table}/notices`, undefined, token);
export const createFeed = (table: string, token: string, language: string) => requestJson<FeedMade>('POST', `tables/${table}/notices/feed`, { language }, token);
export const setWebhook = (table: string, token: string, url: string, language: string) => requestJson<NotificationSettings>('PUT', `tables/${table}/notices/webhook`, { url, language }, token);
export const deleteNotices = (table: string, token: string) => request('DELETE', `tables/${table}/notices`, undefined, token);
export const getFairness = (table: string, token?: string | null) => requestJson<Fairness>('GET', `tables/${table}/fairness`, undefined, token);
export const getProof = async (table: string, token?: string | null) => (await request('GET', `tables/${table}/proof`, undefined, token)).text();
export const getRecord = async (table: string, token?: string | null) => (await request('GET', `tables/${table}/record`, undefined, token)).text();

/** Return the game as this viewer saw it after that many entries of their log. */
export const getPastMoment = (table: string, entries: number, token?: string | null) => requestJson<PastMoment>('GET', `tables/${table}/past/${entries}`, undefined, token);
/** Return the log positions at which this viewer may look back. */
export const getPastStops = (table: string, token?: string | null) => requestJson<PastStops>('GET', `tables/${table}/past`, undefined, token);

/** Lesson of a game: all steps, playing a step, and queries at a step. */
export const getLesson = (game: string) => requestJson<LessonInfo>('GET', `games/${game}/lesson`);
export const playLessonStep = (game: string, step: number, actions: string[]) => requestJson<LessonResult>('POST', `games/${game}/lesson/${step}`, { actions });
export const queryLessonStep = (game: string, step: number, what: string, about: string, after: number) => requestJson<LessonQueryAnswer>('POST', `games/${game}/lesson/${step}/ask`, { what, about, after });

const requests = new Map<string, Promise<unknown>>();
/** Get a public resource once and cache it. */
function getOnce<T>(path: string): Promise<T> {
  let cached = requests.get(path);
  if (!cached) requests.set(path, (cached = requestJson<T>('GET', path)));
  cached.catch(() => requests.delete(path));
  return cached as Promise<T>;
}

export const getRules = (game: string, language: string) => getOnce<RuleBook>(`games/${game}/rules/${language}`);
export const getExamples = (game: string) => getOnce<Examples>(`games/${game}/examples`);
/** Return the contents of the box of a table (`tables/…`) or of a game (`games/…`). */
export const getBox = (place: string) => getOnce<BoxContents>(`${place}/box`);
export const getGameBox = (game: string) => getBox(`games/${game}`);

/** Return the version of the server. */
export const getServerVersion = async () => (await requestJson<{ version: string }>('GET', 'health')).version;
/** Score a position of the printed game. */
export const scorePosition = <Score>(game: string, text: string, options: Record<string, string>) => requestJson<Score>('POST', `games/${game}/score`, { text, options });
