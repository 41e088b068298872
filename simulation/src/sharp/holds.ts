import { randomBytes } from 'node:crypto';
import { NEWEST_SHAPE } from '@glasshouse/server/market-data/feeds/secret';
import { SimFeed } from '@glasshouse/server/market-data/feeds/sim/sim-feed';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import { type Mean, Tally } from './tally.ts';
import { Venue } from './venue.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** Windows of one key begin this long after it was made, one after the other. */
const ANCHOR = Date.UTC(2026, 0, 5);
const WEEKS = [1, 4, 12] as const;
const LONGEST_DAYS = 84;
/** Of windows of one key. */
const WINDOWS = 12;
/** USDT of each leg. */
const NOTIONAL = 10_000;
const LEVERAGE = 2;
const ERRORS_MIN = 4;
const ACCEPTED = 200;

type Leg = readonly [code: string, side: 'buy' | 'sell'];
interface Hold {
  readonly name: string;
  readonly legs: readonly Leg[];
}

/** Contracts quoted in another currency, alone, in pairs, and with that currency itself. */
export const HOLDS: readonly Hold[] = [
  { name: 'long BNBETH', legs: [['BNBETH', 'buy']] },
  { name: 'short BNBETH', legs: [['BNBETH', 'sell']] },
  {
    name: 'long TRXETH, long BNBETH',
    legs: [
      ['TRXETH', 'buy'],
      ['BNBETH', 'buy'],
    ],
  },
  {
    name: 'long BNBETH, long ETHUSDT',
    legs: [
      ['BNBETH', 'buy'],
      ['ETHUSDT', 'buy'],
    ],
  },
  {
    name: 'short BNBETH, short ETHUSDT',
    legs: [
      ['BNBETH', 'sell'],
      ['ETHUSDT', 'sell'],
    ],
  },
  {
    name: 'long ETHBTC, long BTCUSDT',
    legs: [
      ['ETHBTC', 'buy'],
      ['BTCUSDT', 'buy'],
    ],
  },
  {
    name: 'short ETHBTC, short BTCUSDT',
    legs: [
      ['ETHBTC', 'sell'],
      ['BTCUSDT', 'sell'],
    ],
  },
  {
    name: 'long TRXETH, short TRXBTC',
    legs: [
      ['TRXETH', 'buy'],
      ['TRXBTC', 'sell'],
    ],
  },
];

const CODES = [...new Set(HOLDS.flatMap(({ legs }) => legs.map(([code]) => code)))];
const INSTRUMENTS = CODES.map((code) => CATALOGUE.find((instrument) => instrument.code === code) as Instrument);

/** Mid prices in points at a moment. */
export type PricesAt = (code: string, at: number) => number;

export interface HoldsOptions {
  /** Twelve weeks each. */
  readonly windows: number;
  /** As before: P&L in another currency at the rate of the opening. */
  readonly isBefore?: boolean;
  /** Of one window, which begins at `ANCHOR`; the simulated market under new keys without it. */
  readonly prices?: (window: number) => PricesAt;
  readonly print: (line: string) => void;
}

export interface HoldsReport {
  /** Gain of a hold, as a share of its notional. */
  readonly lines: readonly { readonly strategy: string; readonly mean: Mean }[];
  readonly found: readonly string[];
}

/** Opens every hold, keeps it for one to twelve weeks with a look a day, and counts the rest. */
export async function runHolds({ windows, isBefore = false, prices, print }: HoldsOptions): Promise<HoldsReport> {
  const tallies = new Map<string, Tally>();
  let key: SimFeed | undefined;
  for (let window = 0; window < windows; window += 1) {
    if (window % WINDOWS === 0) {
      key = new SimFeed({
        catalogue: INSTRUMENTS,
        secret: { key: randomBytes(32), anchor: ANCHOR, shape: NEWEST_SHAPE },
      });
    }
    const feed = key as SimFeed;
    const start = ANCHOR + (window % WINDOWS) * (LONGEST_DAYS + 1) * DAY_MS;
    const midOf = prices?.(window) ?? ((code, at) => feed.stretch(code, start + at - ANCHOR, 1).mids[0] as number);
    for (const [name, gain] of await holdAll(midOf, isBefore)) {
      const tally = tallies.get(name) ?? new Tally(1);
      tallies.set(name, tally);
      tally.add(window, gain);
    }
    if (window % WINDOWS === WINDOWS - 1) print(`${window + 1} windows of twelve weeks`);
  }
  const lines = Array.from(tallies, ([strategy, { mean }]) => ({ strategy, mean }));
  const found = lines
    .filter(({ mean }) => Number.isFinite(mean.error) && ERRORS_MIN * mean.error < mean.mean)
    .map(({ strategy }) => `holds: ${strategy}`);
  for (const { strategy, mean } of lines) print(textOf(strategy, mean));
  return { lines, found };
}

const percent = (share: number): string => `${share < 0 ? '' : '+'}${(share * 100).toFixed(2)} %`;
const textOf = (strategy: string, { mean, error, count }: Mean): string =>
  `${Number.isFinite(error) ? (ERRORS_MIN * error < mean ? 'GAIN' : 'ok  ') : 'few '} holds ${strategy.padEnd(40)} ` +
  `${percent(mean)}${Number.isFinite(error) ? ` ± ${percent(error).slice(1)}` : ''}, ${count} windows`;

/** Every hold of one window, each by somebody of their own. */
async function holdAll(midOf: PricesAt, isBefore: boolean): Promise<Map<string, number>> {
  const venue = await Venue.open(INSTRUMENTS, ANCHOR);
  if (isBefore) await venue.offerAsBefore();
  const tickAll = async (): Promise<void> => {
    const at = venue.now + SECOND_MS;
    const ticks = INSTRUMENTS.map(({ code, spreadPoints }) => {
      const mid = midOf(code, at);
      const half = Math.max(1, Math.floor(spreadPoints / 2));
      return { code, bid: Math.max(1, mid - half), ask: mid + half, mid, volume: 1, at };
    });
    await venue.advance(at, ticks);
  };
  const open: { readonly name: string; readonly user: number; readonly id: number; readonly days: number }[] = [];
  const had = new Map<string, readonly [user: number, usdt: number, notional: number]>();
  await tickAll();
  let user = 0;
  for (const { name, legs } of HOLDS) {
    for (const weeks of WEEKS) {
      user += 1;
      const hold = `${name}, ${weeks} weeks`;
      await venue.submit(user, 'books.open', {});
      had.set(hold, [user, venue.usdtOf(user), legs.length * NOTIONAL]);
      for (const [code, side] of legs) {
        const body = { code, side, type: 'market', lots: lotsOf(code, midOf, venue.now), leverage: LEVERAGE };
        const { code: answer, result } = await venue.submit(user, 'contracts.buy', body);
        if (answer !== ACCEPTED) throw new Error(`${hold} cannot be opened: ${answer}`);
        open.push({ name: hold, user, id: (result as { id: number }).id, days: weeks * 7 });
      }
    }
  }
  await tickAll();
  for (let day = 1; day <= LONGEST_DAYS; day += 1) {
    await venue.advance(ANCHOR + day * DAY_MS, []);
    await tickAll();
    for (const { user: owner, id, days } of open) {
      // Out of margin by now: it is closed already.
      if (days === day) await venue.submit(owner, 'contracts.close', { id });
    }
    await tickAll();
    await tickAll();
  }
  await venue.stop();
  return new Map(
    Array.from(had, ([hold, [owner, before, notional]]) => [hold, (venue.usdtOf(owner) - before) / notional] as const),
  );
}

/** Lots of about the notional, whatever the quote asset is worth. */
function lotsOf(code: string, midOf: PricesAt, at: number): string {
  const { lotSize, minLots, precision, quote } = CATALOGUE.find((instrument) => instrument.code === code) as Instrument;
  const rated = CATALOGUE.find((instrument) => instrument.code === `${quote}USDT`);
  const rate = rated === undefined ? 1 : midOf(rated.code, at) / 10 ** rated.precision;
  const worth = Number(lotSize) * Number(minLots) * (midOf(code, at) / 10 ** precision) * rate;
  const steps = Math.max(1, Math.floor(NOTIONAL / worth));
  return String(Number((steps * Number(minLots)).toFixed(8)));
}
