import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const store = new Map<string, string>();
const answers: (Response | Error)[] = [];
const requests: { url: string; init: RequestInit }[] = [];

beforeEach(() => {
  store.clear();
  answers.length = 0;
  requests.length = 0;
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    const answer = answers.shift();
    if (answer instanceof Error || answer === undefined) throw answer ?? new Error('no answer planned');
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const load = async () => ({ ...(await import('./client.ts')), ...(await import('@glasshouse/app/session/session')) });
const headers = () => requests.at(-1)?.init.headers as Record<string, string>;

test('a call sends its path, repeated keys and the common headers', async () => {
  const { call, setBook } = await load();
  answers.push(json({ code: 200, result: [] }), json({ code: 200, result: {} }));
  await call('listMarkets', { query: { type: [1, 2] } });
  expect(requests[0]?.url).toBe('/swx/customer/index/listMarketByType?type=1&type=2');
  expect(headers()).toMatchObject({ virtually: 'NO', lang: 'en' });
  setBook('real');
  await call('getMarketInfo', { params: { id: 'A/B' } });
  expect(requests[1]?.url).toBe('/swx/customer/index/getMarketInfo/A%2FB');
  expect(headers().virtually).toBe('YES');
});

test('refusals keep their code, message and fields', async () => {
  const { call } = await load();
  answers.push(json({ code: 10004, message: 'Wrong.', fields: { password: 10004 } }));
  expect(await call('login', { body: { account: 'a', password: 'b' } })).toEqual({
    ok: false,
    failure: { kind: 'refused', code: 10004, message: 'Wrong.', fields: { password: 10004 } },
  });
});

test('rate limits, server errors and dead connections are distinct failures', async () => {
  const { call } = await load();
  answers.push(
    json({ code: 11001, message: 'Slow down.' }, { status: 429, headers: { 'retry-after': '7' } }),
    json({ code: 11083, message: 'Broken.', requestId: 'r1' }, { status: 500 }),
    new Response('<html>', { status: 502 }),
    new TypeError('failed'),
  );
  const kinds: unknown[] = [];
  for (let index = 0; index < 4; index += 1) {
    const answer = await call('loginAsGuest', { body: {} });
    if (!answer.ok) kinds.push(answer.failure);
  }
  expect(kinds).toEqual([
    { kind: 'limited', message: 'Slow down.', retryAfterSeconds: 7 },
    { kind: 'server', message: 'Broken.', requestId: 'r1' },
    { kind: 'server', message: '', requestId: undefined },
    { kind: 'unreachable' },
  ]);
});

test('a 401 keeps the page of whoever can log in again, without its token', async () => {
  const { call, startSession, currentSession, sessionToken, onSessionLost } = await load();
  const lost = vi.fn();
  onSessionLost(lost);
  startSession({ token: 'old', user: { id: 7, guest: false } as never });
  const ended = () => json({ code: 11014, message: '' }, { status: 401 });
  answers.push(ended(), ended());
  expect(await call('getUserInfo', { body: {} })).toEqual({ ok: false, failure: { kind: 'session' } });
  // A reload finds nobody logged in, and no other call carries the token.
  expect(store.has('token')).toBe(false);
  expect(sessionToken()).toBeUndefined();
  await call('getUserInfo', { body: {} });
  expect(headers().authorization).toBeUndefined();
  expect(currentSession()?.user.id).toBe(7);
  expect(lost).not.toHaveBeenCalled();
  startSession({ token: 'new', user: { id: 7, guest: false } as never });
  expect(sessionToken()).toBe('new');
});

test('a 401 ends its own session and no other', async () => {
  const { call, startSession, currentSession, onSessionLost } = await load();
  const lost = vi.fn();
  onSessionLost(lost);
  const user = { id: 7, guest: true } as never;
  startSession({ token: 'old', user });
  let release: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (release = resolve)));
  const pending = call('getUserInfo', { body: {} });
  startSession({ token: 'new', user });
  release(json({ code: 11014, message: '' }, { status: 401 }));
  await pending;
  expect(currentSession()?.token).toBe('new');
  expect(lost).not.toHaveBeenCalled();

  const direct = call('getUserInfo', { body: {} });
  release(json({ code: 11014, message: '' }, { status: 401 }));
  await direct;
  expect(currentSession()).toBeUndefined();
  expect(store.has('token')).toBe(false);
  expect(lost).toHaveBeenCalledTimes(1);
});
