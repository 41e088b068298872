import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/**
 * Two tabs of one browser: two instances of the module over one storage. Each write tells the
 * other tab, as browsers do, and not the one that wrote.
 */
type Tab = typeof import('./session.ts') & { readonly reload: ReturnType<typeof vi.fn> };
interface Listeners {
  readonly storage?: (event: { key: string | null }) => void;
  readonly pageshow?: (event: { persisted: boolean }) => void;
}

const store = new Map<string, string>();
const listeners: Listeners[] = [];
let writer: Listeners | undefined;

beforeEach(() => {
  store.clear();
  listeners.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

async function openTab(): Promise<{ readonly tab: Tab; readonly at: Listeners; act(work: () => void): void }> {
  vi.resetModules();
  const at: Record<string, unknown> = {};
  const tell = (key: string) => {
    const others = listeners.filter((listener) => listener !== writer);
    for (const listener of others) listener.storage?.({ key });
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (store.get(key) === value) return;
      store.set(key, value);
      tell(key);
    },
    removeItem: (key: string) => store.delete(key) && tell(key),
  });
  vi.stubGlobal('addEventListener', (name: string, listener: unknown) => {
    at[name] = listener;
  });
  const module = await import('./session.ts');
  const reload = vi.fn();
  module.followOtherTabs(reload);
  listeners.push(at);
  const act = (work: () => void) => {
    writer = at;
    work();
    writer = undefined;
  };
  return { tab: { ...module, reload }, at, act };
}

const person = (id: number, token: string, guest = false) => ({ token, user: { id, guest } as never });

test('a log-out ends the session of the other tab at once and keeps its page', async () => {
  const first = await openTab();
  first.act(() => first.tab.startSession(person(7, 'old')));
  const { tab } = await openTab();
  const changed = vi.fn();
  tab.onTokenChange(changed);
  expect(tab.sessionToken()).toBe('old');

  first.act(first.tab.endSession);
  expect(tab.sessionToken()).toBeUndefined();
  expect(tab.currentSession()?.user.id).toBe(7);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(tab.reload).not.toHaveBeenCalled();
});

test('the same person goes on in every tab after logging in once', async () => {
  const first = await openTab();
  first.act(() => first.tab.startSession(person(7, 'old')));
  const second = await openTab();
  first.act(first.tab.endSession);
  second.act(() => second.tab.startSession(person(7, 'new')));
  expect(first.tab.sessionToken()).toBe('new');

  second.act(() => second.tab.dropSession('new'));
  expect(first.tab.sessionToken()).toBeUndefined();
  first.act(() => first.tab.startSession(person(7, 'newer')));
  expect(second.tab.sessionToken()).toBe('newer');
  expect([first.tab.reload, second.tab.reload].map(({ mock }) => mock.calls)).toEqual([[], []]);
});

test('the page of one person is loaded anew for another, after a log-out or without one', async () => {
  for (const isLoggedOut of [true, false]) {
    const first = await openTab();
    first.act(() => first.tab.startSession(person(7, 'old')));
    const { tab } = await openTab();
    if (isLoggedOut) first.act(first.tab.endSession);
    first.act(() => first.tab.startSession(person(8, 'new')));
    expect(tab.reload).toHaveBeenCalled();
    // Until then nothing is asked for in the other's name.
    expect(tab.sessionToken()).not.toBe('new');
    listeners.length = 0;
    store.clear();
  }
});

test('a visitor becomes the person who logged in elsewhere, without losing the page', async () => {
  const visitor = await openTab();
  const { tab, act } = await openTab();
  act(() => tab.startSession(person(7, 'new')));
  expect(visitor.tab.sessionToken()).toBe('new');
  expect(visitor.tab.reload).not.toHaveBeenCalled();
});

test('a late refusal of an old token leaves the session that another tab has begun', async () => {
  const first = await openTab();
  first.act(() => first.tab.startSession(person(7, 'old')));
  const { tab, at } = await openTab();
  // This tab is told late: browsers stop those that nobody sees.
  listeners.splice(listeners.indexOf(at), 1);
  first.act(first.tab.endSession);
  first.act(() => first.tab.startSession(person(7, 'new')));
  tab.dropSession('old');
  expect(store.get('token')).toBe('new');
  at.pageshow?.({ persisted: true });
  expect(tab.sessionToken()).toBe('new');
});
