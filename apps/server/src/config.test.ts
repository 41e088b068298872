import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { DEFAULT_PLAN } from './market-data/feeds/feed-plan.ts';
import { FEED_NAMES } from './market-data/feeds/registry.ts';

/** Settings come from the environment only; every wrong one is named, all at once. */
describe('settings', () => {
  test('are all optional', () => {
    const result = readConfig({});
    expect(result).toMatchObject({
      ok: true,
      config: {
        port: 4000,
        host: '127.0.0.1',
        feeds: {
          plan: DEFAULT_PLAN,
          replay: undefined,
          ccxt: undefined,
          http: undefined,
          sim: { folder: resolve('data/keys') },
        },
        logLevel: 'info',
        rateLimits: true,
        idlePrices: 'asleep',
        minuteCandleDays: 30,
        tapeDays: undefined,
        instruments: 'all',
        disk: { lowPercent: 10, lowDays: 14, fullMb: 64 },
      },
    });
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', '4e3'],
    ['HOST', 'a b'],
    ['FEED', 'binance'],
    ['FEED', 'crypto:ccxt,crypto:sim'],
    ['FEED', 'forex:ccxt'],
    ['FEED', 'coins:ccxt'],
    ['FEED', 'crypto:ccxt,'],
    ['CCXT_EXCHANGES', 'binance,binance'],
    ['CCXT_EXCHANGES', 'Binance'],
    ['CCXT_RELAY_URL', 'localhost'],
    ['HTTP_FEED_URL', 'ftp://example.org'],
    ['HTTP_FEED_SOCKET_URL', 'https://example.org'],
    ['HTTP_FEED_CREDITS', '0'],
    ['HTTP_FEED_SYMBOLS', 'GC:GC1'],
    ['REPLAY_SPEED', '0'],
    ['REPLAY_DIR', '/does/not/exist'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SMTP_URL', 'localhost:25'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMITS', 'no'],
    ['IDLE_PRICES', 'off'],
    ['INSTRUMENTS', 'core,DOGEUSDX'],
    ['DISK_LOW_PERCENT', '0'],
    ['DISK_LOW_DAYS', 'two'],
    ['DISK_FULL_MB', '31'],
    ['MINUTE_CANDLE_DAYS', '7'],
    ['TAPE_DAYS', '34'],
    ['TAPE_DAYS', '0'],
    ['MINUTE_CANDLE_DAYS', 'for ever'],
    ['CHECKPOINT_ENTRIES', '999'],
    ['CHECKPOINT_HOURS', '1.5'],
    ['PROFILE', 'play'],
    ['PROFILE', 'EU'],
    ['MAIL_FROM', 'nobody'],
    ['PUBLIC_URL', 'example.org'],
    ['TRUSTED_PROXIES', '0'],
    ['TRUSTED_PROXIES', '9'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,::/0'],
    ['TRUSTED_PROXIES', '10.0.0.1,'],
    ['TRUSTED_PROXIES', 'proxy.example.org'],
  ])('%s=%s refuses to start and names itself', (name, value) => {
    const result = readConfig({ [name]: value });
    expect(result.ok).toBe(false);
    expect(result.ok ? [] : result.problems).toEqual([expect.stringMatching(new RegExp(`^${name}\\b`))]);
  });

  test.each(['FILES_URL', 'MASTER_KEY', 'DATABASE_URL', 'SMTP_URL'])(
    '%s is refused without being repeated: it holds a secret',
    (name) => {
      const result = readConfig({ [name]: 'https://key:hidden@host/papers' });
      expect(result).toMatchObject({ ok: false, problems: [expect.stringMatching(new RegExp(`^${name} is wrong`))] });
      expect(JSON.stringify(result)).not.toContain('hidden');
    },
  );

  test.each([
    [{}, 'sandbox'],
    [{ DATABASE_URL: 'postgresql://localhost/x' }, 'demo-only'],
    [{ DATABASE_URL: 'postgresql://localhost/x', PROFILE: 'sandbox' }, 'sandbox'],
    [{ PROFILE: 'retail', FEED: 'ccxt' }, 'retail'],
    [{ PROFILE: ' eu ', FEED: 'ccxt' }, 'eu'],
  ])('with %o the profile is %s', (env, profile) => {
    expect(readConfig(env)).toMatchObject({ ok: true, config: { profile } });
  });

  test.each([
    [{}, 'forex, crypto, stocks, futures, etf, metals'],
    [{ FEED: 'sim' }, 'forex, crypto, stocks, futures, etf, metals'],
    [{ FEED: 'crypto:ccxt,forex:sim' }, 'forex'],
    [{ FEED: 'crypto:replay,forex:off', REPLAY_DIR: '.' }, 'crypto'],
  ])('where money is real, made-up prices refuse to start: %o', (env, types) => {
    for (const PROFILE of ['retail', 'eu']) {
      const problems = [
        `PROFILE=${PROFILE} takes real money, so FEED may name neither sim nor replay (here for ${types}). Name ccxt or http for what is to be traded, as in FEED=crypto:ccxt,forex:http; other types are closed.`,
      ];
      expect(readConfig({ ...env, PROFILE })).toEqual({ ok: false, problems });
    }
    expect(readConfig({ ...env, PROFILE: 'demo-only' }).ok).toBe(true);
  });

  test('a test profile steers the prices of a sandbox, for this machine alone', () => {
    const env = { PROFILE: 'test', TEST_CONTROL_PORT: '4301' };
    expect(readConfig(env)).toMatchObject({
      ok: true,
      config: { profile: 'sandbox', feeds: { plan: { crypto: 'scripted', forex: 'scripted' } } },
    });
    const refusals: [Record<string, string>, RegExp][] = [
      [{ PROFILE: 'test' }, /^TEST_CONTROL_PORT is missing/],
      [{ ...env, HOST: '0.0.0.0', RATE_LIMITS: 'on' }, /^PROFILE=test is refused: HOST/],
      [{ ...env, FEED: 'crypto:scripted' }, /^PROFILE=test and FEED=scripted go together/],
      [{ ...env, FEED: 'sim' }, /^PROFILE=test and FEED=scripted go together/],
      [{ FEED: 'scripted', TEST_CONTROL_PORT: '4301' }, /^PROFILE=test and FEED=scripted go together/],
    ];
    for (const [wrong, problem] of refusals)
      expect(readConfig(wrong)).toEqual({ ok: false, problems: [expect.stringMatching(problem)] });
  });

  test('where money is real, types of market without a feed have no prices', () => {
    const plan = { crypto: 'ccxt', forex: 'off', stocks: 'off', futures: 'off', etf: 'off', metals: 'off' };
    expect(readConfig({ FEED: 'ccxt', PROFILE: 'retail' })).toMatchObject({ ok: true, config: { feeds: { plan } } });
    expect(readConfig({ FEED: 'crypto:ccxt', PROFILE: 'eu' })).toMatchObject({ ok: true, config: { feeds: { plan } } });
  });

  test('one name of a feed counts for the types that it has, the rest is simulated', () => {
    const result = readConfig({ FEED: 'ccxt' });
    expect(result).toMatchObject({
      ok: true,
      config: {
        feeds: {
          plan: { ...DEFAULT_PLAN, crypto: 'ccxt' },
          ccxt: { exchanges: ['binance', 'kraken'], relayUrl: undefined },
          http: undefined,
        },
      },
    });
  });

  test('each type may have its own feed', () => {
    const result = readConfig({
      FEED: 'crypto:ccxt, forex:http, stocks:sim',
      CCXT_EXCHANGES: 'kraken',
      HTTP_FEED_KEY: 'k',
      HTTP_FEED_SYMBOLS: 'GC=GC1, BRK.B=BRK.B',
    });
    expect(result).toMatchObject({
      ok: true,
      config: {
        feeds: {
          plan: { ...DEFAULT_PLAN, crypto: 'ccxt', forex: 'http' },
          ccxt: { exchanges: ['kraken'] },
          http: { key: 'k', creditsPerMinute: 55, symbols: { GC: 'GC1', 'BRK.B': 'BRK.B' } },
        },
      },
    });
  });

  test('an exchange that the library does not know refuses to start', () => {
    expect(readConfig({ FEED: 'ccxt', CCXT_EXCHANGES: 'kraken,mtgox' })).toMatchObject({
      problems: [expect.stringContaining('CCXT_EXCHANGES names mtgox')],
    });
  });

  test('what a feed needs is missing', () => {
    expect(readConfig({ FEED: 'forex:http,crypto:replay' })).toMatchObject({
      problems: [expect.stringContaining('REPLAY_DIR is missing'), expect.stringContaining('HTTP_FEED_KEY is missing')],
    });
  });

  test('every problem is told at once', () => {
    const result = readConfig({ PORT: 'x', FEED: 'replay', LOG_LEVEL: 'x' });
    expect(result.ok ? [] : result.problems).toHaveLength(3);
  });

  test('are those of the table in the operations manual', () => {
    const read = new Set<string>();
    const recording = (env: Readonly<Record<string, string>>) =>
      new Proxy(env, {
        get(target, name: string) {
          read.add(name);
          return target[name];
        },
      });
    for (const FEED of FEED_NAMES) {
      const profile = FEED === 'scripted' ? { PROFILE: 'test' } : {};
      readConfig(recording({ FEED, ...profile, REPLAY_DIR: '.', OIDC_PROVIDERS: 'acme' }));
    }
    const manual = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const cells = [...manual.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].map(([, cell]) => cell!);
    const documented = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z_<>…]+)`/g)].map(([, name]) => name!));
    const names = [...read].map((name) => name.replace(/^OIDC_ACME_.*/, 'OIDC_<NAME>_…'));
    expect([...new Set(documented)].toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['192.168.1.10', false],
    ['127.0.0.1.example.org', false],
  ])('rate limits may be off on %s: %s', (host, allowed) => {
    expect(readConfig({ HOST: host, RATE_LIMITS: 'off' }).ok).toBe(allowed);
  });
});
