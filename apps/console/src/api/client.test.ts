import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const answers: (Response | Error)[] = [];
const requests: { url: string; init: RequestInit }[] = [];
const SESSION = {
  operator: { id: 1, name: 'ann', roles: ['owner'] },
  permissions: [],
  stage: 'ready',
  factors: ['totp'],
  csrf: 'secret',
  stepUpUntil: null,
  expiresAt: '2026-03-01T00:00:00.000Z',
} as const;

beforeEach(() => {
  answers.length = 0;
  requests.length = 0;
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    const answer = answers.shift();
    if (answer instanceof Error || answer === undefined) throw answer ?? new Error('no answer planned');
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const load = async () => ({
  ...(await import('./client.ts')),
  ...(await import('./step-up.ts')),
  ...(await import('./session-cell.ts')),
});
const headers = (index: number) => requests[index]?.init.headers as Record<string, string>;
const decide = { params: { id: 4 }, body: { verdict: 'approve', reason: 'Checked' } } as const;

test('a write carries the CSRF token and a command its key; a read carries neither', async () => {
  const { call, setSession } = await load();
  setSession(SESSION as never);
  answers.push(json({ code: 200, result: {} }), json({ code: 200, result: { items: [], next: null } }));
  await call('decideRequest', decide);
  await call('listRequests', { query: { state: 'waiting' } });
  expect(requests.map(({ url }) => url)).toEqual([
    '/swx/operator/requests/4/decide',
    '/swx/operator/requests?state=waiting',
  ]);
  expect(headers(0)).toMatchObject({ 'x-csrf-token': 'secret', lang: 'en' });
  expect(headers(0)['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers(1)['x-csrf-token']).toBe(undefined);
  expect(headers(1)['idempotency-key']).toBe(undefined);
  expect(requests[0]?.init.credentials).toBe('same-origin');
});

test('a call that needs a fresh factor asks for it and is repeated under the same key', async () => {
  const { call, setSession, stepUpQuestion } = await load();
  setSession(SESSION as never);
  answers.push(json({ code: 11151, message: 'Confirm.' }), json({ code: 200, result: { state: 'done' } }));
  const answer = call('decideRequest', decide);
  await vi.waitFor(() => expect(stepUpQuestion.get()).toBeDefined());
  setSession({ ...SESSION, csrf: 'next' } as never);
  stepUpQuestion.get()?.settle(true);
  expect((await answer).ok).toBe(true);
  expect(headers(1)['idempotency-key']).toBe(headers(0)['idempotency-key']);
  expect(headers(1)['x-csrf-token']).toBe('next');
});

test('whoever does not confirm gets the refusal, and nothing is repeated', async () => {
  const { call, setSession, stepUpQuestion } = await load();
  setSession(SESSION as never);
  answers.push(json({ code: 11151, message: 'Confirm.' }), json({ code: 11151, message: 'Confirm.' }));
  const both = [call('decideRequest', decide), call('decideRequest', decide)];
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  await vi.waitFor(() => expect(stepUpQuestion.get()).toBeDefined());
  // One question for both.
  stepUpQuestion.get()?.settle(false);
  for (const answer of await Promise.all(both)) expect(answer).toMatchObject({ ok: false, failure: { code: 11151 } });
  expect(requests).toHaveLength(2);
});

test('an ended session is forgotten, but a late answer does not end a newer one', async () => {
  const { call, setSession, currentSession } = await load();
  setSession(SESSION as never);
  answers.push(json({ code: 11002 }, { status: 401 }));
  expect(await call('listRequests', { query: {} })).toEqual({ ok: false, failure: { kind: 'session' } });
  expect(currentSession.get()).toBe(undefined);

  setSession(SESSION as never);
  const newer = { ...SESSION, csrf: 'newer' };
  vi.stubGlobal('fetch', async () => {
    setSession(newer as never);
    return json({ code: 11002 }, { status: 401 });
  });
  await call('listRequests', { query: {} });
  expect(currentSession.get()).toEqual(newer);
});

test('a file keeps its name; a refusal in place of a file stays a refusal', async () => {
  const { callFile, setSession } = await load();
  setSession(SESSION as never);
  answers.push(
    new Response('{"chainId":"1"}', {
      headers: { 'content-type': 'application/json', 'content-disposition': 'attachment; filename="batch-3.json"' },
    }),
    json({ code: 10008, message: 'No.' }, { headers: { 'content-type': 'application/json' } }),
  );
  const input = { params: { name: 'movements' }, query: {} } as const;
  const file = await callFile('exportReport', input);
  expect(file).toMatchObject({ ok: true, result: { name: 'batch-3.json' } });
  expect(await callFile('exportReport', input)).toMatchObject({ ok: false, failure: { code: 10008 } });
});
