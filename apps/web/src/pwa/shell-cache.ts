/**
 * What the service worker caches and serves. Pages come from the network if there is one, so a new
 * release arrives with the next load; hashed assets never change and come from the cache. API calls
 * are never handled: nothing private is cached.
 */
export interface Shell {
  /** Changes with every build. */
  readonly version: string;
  /** The files of the first page; `/?shell` is the page itself. */
  readonly files: readonly string[];
}

export interface ShellDeps {
  readonly shell: Shell;
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
  /** Resolves after this many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Without a painted screen (build/service-worker.ts has the same address). */
const SHELL_PAGE = '/?shell';
const SHELL_PREFIX = 'shell-';
/** Assets and logos used outside the shell, of any release. */
const ASSETS = 'assets';
const LOGOS = 'logos';
const ASSETS_MAX = 300;
const LOGOS_MAX = 1_000;
/** Without an answer for this long, the network counts as offline, and the cache as empty. */
const PATIENCE_MS = 4_000;

/**
 * A page has to be loaded again for a module that failed once, so the request for one is held until
 * the connection is back: every second, for the four minutes that a browser leaves a worker alive.
 */
const ASK_AGAIN_MS = 1_000;
const TRIES_MAX = 240;

/** Keeps the worker alive until this is done; the page does not wait for it. */
type Later = (work: Promise<unknown>) => void;

export class ShellCache {
  readonly #deps: ShellDeps;

  constructor(deps: ShellDeps) {
    this.#deps = deps;
  }

  /** Caches the whole shell or nothing: half a release is useless. */
  async install(): Promise<void> {
    const { caches, shell } = this.#deps;
    const cache = await caches.open(this.#name);
    const missing: string[] = [];
    for (const file of shell.files) {
      const known = isHashed(file) ? await caches.match(file) : undefined;
      if (known === undefined) missing.push(file);
      else await cache.put(file, known);
    }
    // Last, and all or none: the page is among them, by which a shell counts as whole. Files
    // without a hash may be outdated in the HTTP cache.
    await cache.addAll(missing.map((file) => new Request(file, { cache: isHashed(file) ? 'default' : 'no-cache' })));
  }

  /** Keeps the previous release for tabs that still run it, and deletes older ones. */
  async activate(): Promise<void> {
    const { caches } = this.#deps;
    const older = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX) && name !== this.#name);
    await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
  }

  /** What a page loaded before the worker started. */
  async keep(paths: readonly string[]): Promise<void> {
    for (const path of paths.slice(0, ASSETS_MAX)) {
      const kind = kindOf({ path, isPage: false });
      if ((kind === 'asset' || kind === 'logo') && (await this.#kept(path)) === undefined) {
        let stored: Promise<unknown> | undefined;
        await this.#fromNetwork(new Request(path), kind, (work) => {
          stored = work;
        }).catch(() => undefined);
        await stored;
      }
    }
  }

  /** Undefined: not handled by the worker. `preloaded` is the browser's navigation preload. */
  answer(request: Request, later: Later, preloaded?: Promise<Response | undefined>): Promise<Response> | undefined {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== self.location.origin) return undefined;
    switch (kindOf({ path: url.pathname, isPage: request.mode === 'navigate' })) {
      case 'page':
        return this.#networkFirst(SHELL_PAGE, async () => (await preloaded) ?? this.#deps.fetch(request));
      case 'fixed':
        return this.#networkFirst(url.pathname, () => this.#deps.fetch(request));
      case 'asset':
        return this.#cacheFirst(request, later);
      case 'logo':
        return this.#logo(request, later);
      case 'other':
        return undefined;
    }
  }

  get #name(): string {
    return SHELL_PREFIX + this.#deps.shell.version;
  }

  async #networkFirst(path: string, ask: () => Promise<Response>): Promise<Response> {
    const response = ask();
    const fresh = await Promise.race([
      response.catch(() => undefined),
      this.#deps.wait(PATIENCE_MS).then(() => undefined),
    ]);
    if (fresh?.ok === true) return fresh;
    // The error page of a proxy in front of a dead server counts as offline.
    const known = await (await this.#deps.caches.open(this.#name)).match(path);
    return known ?? fresh ?? response;
  }

  async #cacheFirst(request: Request, later: Later): Promise<Response> {
    const cached = await this.#kept(request.url);
    if (cached !== undefined) return cached;
    for (let tries = 1; tries < TRIES_MAX; tries += 1) {
      try {
        return await this.#fromNetwork(request, 'asset', later);
      } catch {
        // Nobody waits for it any more.
        if (request.signal.aborted) break;
        await this.#deps.wait(ASK_AGAIN_MS);
      }
    }
    return this.#fromNetwork(request, 'asset', later);
  }

  /** Logos may change, but a stale one is fine meanwhile. */
  async #logo(request: Request, later: Later): Promise<Response> {
    const known = await this.#kept(request.url);
    const fresh = this.#fromNetwork(request, 'logo', later);
    if (known === undefined) return fresh;
    fresh.catch(() => undefined);
    return known;
  }

  /** A browser's storage can stall for as long as its disk is busy; the network is there. */
  #kept(address: string): Promise<Response | undefined> {
    return Promise.race([
      this.#deps.caches.match(address, { ignoreVary: true }).catch(() => undefined),
      this.#deps.wait(PATIENCE_MS).then(() => undefined),
    ]);
  }

  /** Resolves with the response; storing a copy of it is done `later`. */
  async #fromNetwork(request: Request, kind: 'asset' | 'logo', later: Later): Promise<Response> {
    const response = await this.#deps.fetch(request);
    // Storage full: it is served all the same.
    if (response.ok) later(this.#store(request.url, response.clone(), kind).catch(() => undefined));
    return response;
  }

  async #store(address: string, response: Response, kind: 'asset' | 'logo'): Promise<void> {
    const cache = await this.#deps.caches.open(kind === 'asset' ? ASSETS : LOGOS);
    await cache.put(address, response);
    await trim(cache, kind === 'asset' ? ASSETS_MAX : LOGOS_MAX);
  }
}

const isHashed = (path: string): boolean => path.startsWith('/assets/');

type Kind = 'page' | 'asset' | 'logo' | 'fixed' | 'other';

function kindOf({ path, isPage }: { path: string; isPage: boolean }): Kind {
  // The operator console lies on the same host and has nothing to do with this app.
  if (path.startsWith('/swx/') || /^\/operator(?:\/|$)/.test(path)) return 'other';
  if (isHashed(path)) return 'asset';
  if (path.startsWith('/logos/')) return 'logo';
  if (isPage) return 'page';
  return /^\/(?:boot\.js|manifest\.webmanifest|icon[\w-]*\.(?:svg|png))$/.test(path) ? 'fixed' : 'other';
}

/** Deletes the oldest first; a cache lists its keys in insertion order. */
async function trim(cache: Cache, max: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((key) => cache.delete(key)));
}
