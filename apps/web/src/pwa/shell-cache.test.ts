/**
 * What is cached and served: pages from the network if there is one, assets once, private data
 * never.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { type Shell, ShellCache, type ShellDeps } from './shell-cache.ts';

const ORIGIN = 'https://glass.test';

/** The part of the Cache API in use: named caches, ordered, by URL. */
class MemoryCache {
  readonly kept = new Map<string, Response>();
  readonly #ask: (request: Request) => Promise<Response>;
  constructor(ask: (request: Request) => Promise<Response>) {
    this.#ask = ask;
  }
  addAll = async (requests: readonly Request[]) => {
    const answers = await Promise.all(
      requests.map(async (request) => [request.url, await this.#ask(request)] as const),
    );
    if (answers.some(([, { ok }]) => !ok)) throw new TypeError('a file is missing');
    for (const [url, answer] of answers) this.kept.set(url, answer);
  };
  match = async (path: string) => this.kept.get(absolute(path))?.clone();
  put = async (path: string, response: Response) => void this.kept.set(absolute(path), response);
  keys = async () => [...this.kept.keys()].map((url) => new Request(url));
  delete = async (request: Request) => this.kept.delete(request.url);
}
const absolute = (path: string): string => new URL(path, ORIGIN).href;

let online: boolean;
let requestCount: string[];
let stores: Map<string, MemoryCache>;
let work: Promise<unknown>[];
const later = (task: Promise<unknown>): void => void work.push(task);

const network = async (request: Request): Promise<Response> => {
  if (!online) throw new TypeError('no network');
  const path = new URL(request.url).pathname;
  requestCount.push(path);
  return path.includes('missing') ? new Response('', { status: 404 }) : new Response(`${path} from the network`);
};

function dependencies(shell: Shell): ShellDeps {
  const caches = {
    open: async (name: string) => {
      if (!stores.has(name)) stores.set(name, new MemoryCache(network));
      return stores.get(name);
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (path: string) => {
      for (const store of stores.values()) {
        const found = await store.match(path);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  } as unknown as CacheStorage;
  return {
    shell,
    caches,
    fetch: (request) => network(request as Request),
    wait: () => new Promise(() => undefined),
  };
}

const worker = (shell: Shell): ShellCache => new ShellCache(dependencies(shell));

beforeEach(() => {
  online = true;
  requestCount = [];
  stores = new Map();
  work = [];
  vi.stubGlobal('self', { location: { origin: ORIGIN } });
  // Relative to the page, as in a browser.
  const { Request: Real } = globalThis;
  vi.stubGlobal(
    'Request',
    class extends Real {
      constructor(input: string, init?: RequestInit) {
        super(absolute(input), { ...init, cache: 'default' });
      }
    },
  );
  return () => vi.unstubAllGlobals();
});

const FILES = ['/?shell', '/boot.js', '/assets/base-Ab3dEf12.js'];
const navigation = (path: string): Request => Object.defineProperty(new Request(path), 'mode', { value: 'navigate' });
const textOf = async (answer: Promise<Response> | undefined) => (await answer)?.text();

test('offline, every page is the shell, and its files are cached', async () => {
  const shell = worker({ version: 'one', files: FILES });
  await shell.install();
  expect(await textOf(shell.answer(navigation('/zjxq'), later))).toBe('/zjxq from the network');
  online = false;
  expect(await textOf(shell.answer(navigation('/zjxq'), later))).toBe('/ from the network');
  expect(await textOf(shell.answer(new Request('/boot.js'), later))).toBe('/boot.js from the network');
  expect(await textOf(shell.answer(new Request('/assets/base-Ab3dEf12.js'), later))).toContain('base');
});

test('a proxy error is replaced by the shell, unless there is no shell', async () => {
  const shell = worker({ version: 'one', files: FILES });
  expect((await shell.answer(navigation('/missing'), later))?.status).toBe(404);
  await shell.install();
  expect(await textOf(shell.answer(navigation('/missing'), later))).toBe('/ from the network');
});

test('a network that never answers counts as offline', async () => {
  const shell = worker({ version: 'one', files: FILES });
  await shell.install();
  const hanging = new ShellCache({
    ...dependencies({ version: 'one', files: FILES }),
    fetch: () => new Promise(() => undefined),
    wait: async () => undefined,
  });
  expect(await textOf(hanging.answer(navigation('/'), later))).toBe('/ from the network');
});

test.each(['/swx/customer/user/listBalances', '/swx/customer/index/listMarketByType', '/swx/docs', '/healthz'])(
  '%s passes by',
  (path) => {
    expect(worker({ version: 'one', files: FILES }).answer(new Request(path), later)).toBeUndefined();
  },
);

test('API calls, other methods and other hosts are not handled', () => {
  const shell = worker({ version: 'one', files: FILES });
  expect(shell.answer(navigation('/swx/docs'), later)).toBeUndefined();
  expect(shell.answer(new Request('/', { method: 'POST' }), later)).toBeUndefined();
  expect(shell.answer(new Request('https://elsewhere.test/assets/a-Ab3dEf12.js'), later)).toBeUndefined();
});

test('an asset is fetched once, a logo is served at once and refreshed', async () => {
  const shell = worker({ version: 'one', files: FILES });
  for (let round = 0; round < 2; round += 1) {
    await shell.answer(new Request('/assets/chart-Ab3dEf12.js'), later);
    await shell.answer(new Request('/logos/BTC.svg'), later);
    await Promise.all(work);
  }
  expect(requestCount.filter((path) => path.includes('chart'))).toHaveLength(1);
  expect(requestCount.filter((path) => path.includes('BTC'))).toHaveLength(2);
  online = false;
  expect(await textOf(shell.answer(new Request('/logos/BTC.svg'), later))).toContain('BTC');
});

test('what a page loaded before the worker started is cached, and nothing else that it lists', async () => {
  const shell = worker({ version: 'one', files: FILES });
  await shell.keep(['/assets/de-Ab3dEf12.js', '/swx/customer/user/listBalances', '/assets/missing-Ab3dEf12.js']);
  expect(requestCount).toEqual(['/assets/de-Ab3dEf12.js', '/assets/missing-Ab3dEf12.js']);
  online = false;
  expect(await textOf(shell.answer(new Request('/assets/de-Ab3dEf12.js'), later))).toContain('de-');
  expect([...(stores.get('assets')?.kept.keys() ?? [])].map((url) => new URL(url).pathname)).toEqual([
    '/assets/de-Ab3dEf12.js',
  ]);
});

/** Its pauses between two tries end at once; what bounds the wait for a storage never does. */
function impatient(onPause: (pauses: number) => void): ShellCache {
  let pauses = 0;
  return new ShellCache({
    ...dependencies({ version: 'one', files: FILES }),
    wait: async (ms) => {
      if (ms !== 1_000) return new Promise(() => undefined);
      pauses += 1;
      onPause(pauses);
    },
  });
}

test('an asset that is not cached waits for the connection', async () => {
  online = false;
  const shell = impatient((pauses) => {
    online = pauses === 5;
  });
  expect(await textOf(shell.answer(new Request('/assets/sheet-Ab3dEf12.js'), later))).toContain('sheet');
});

test('an asset is not waited for after the page has gone, nor for ever', async () => {
  online = false;
  const pauses: number[] = [];
  const page = new AbortController();
  const gone = impatient((count) => {
    pauses.push(count);
    if (count === 2) page.abort();
  });
  const request = new Request('/assets/sheet-Ab3dEf12.js', { signal: page.signal });
  await expect(gone.answer(request, later)).rejects.toThrow('no network');
  expect(pauses).toEqual([1, 2]);
  const patient = impatient((count) => void pauses.push(count));
  await expect(patient.answer(new Request('/assets/sheet-Ab3dEf12.js'), later)).rejects.toThrow('no network');
  expect(pauses.at(-1)).toBe(239);
});

test('a storage that never answers makes nothing wait', async () => {
  const deps = dependencies({ version: 'one', files: FILES });
  const stalled = { match: () => new Promise(() => undefined), open: () => new Promise(() => undefined) };
  const shell = new ShellCache({
    ...deps,
    caches: { ...deps.caches, ...stalled } as unknown as CacheStorage,
    wait: async () => undefined,
  });
  expect(await textOf(shell.answer(new Request('/assets/chart-Ab3dEf12.js'), later))).toContain('chart');
  expect(await textOf(shell.answer(new Request('/logos/BTC.svg'), later))).toContain('BTC');
});

test('an incomplete shell is not kept', async () => {
  await expect(worker({ version: 'one', files: [...FILES, '/missing'] }).install()).rejects.toThrow();
});

test('a new release takes the hashed files that have not changed from the one before', async () => {
  await worker({ version: 'one', files: FILES }).install();
  requestCount = [];
  const shell = worker({ version: 'two', files: [...FILES, '/assets/chart-Ab3dEf12.js'] });
  await shell.install();
  expect(requestCount).toEqual(['/', '/boot.js', '/assets/chart-Ab3dEf12.js']);
  expect([...(stores.get('shell-two')?.kept.keys() ?? [])]).toHaveLength(4);
});

test('one previous release is kept', async () => {
  for (const version of ['one', 'two', 'three']) {
    const shell = worker({ version, files: FILES });
    await shell.install();
    await shell.activate();
  }
  expect([...stores.keys()]).toEqual(['shell-two', 'shell-three']);
});

test('excess assets evict the oldest', async () => {
  const shell = worker({ version: 'one', files: [] });
  for (let index = 0; index < 305; index += 1) {
    await shell.answer(new Request(`/assets/a${index}-Ab3dEf12.js`), later);
    await Promise.all(work);
  }
  const urls = [...(stores.get('assets')?.kept.keys() ?? [])];
  expect(urls).toHaveLength(300);
  expect(urls[0]).toContain('/a5-');
});
