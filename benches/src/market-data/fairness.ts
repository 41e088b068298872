/**
 * Bets on the simulated market by every strategy of the feeds' tests, on every instrument and over
 * each period that is sold by default: `npm run fairness`. What wins clearly more than the
 * break-even less half the published edge plays again, four times as long and under keys that
 * nobody has played with: of some hundred thousand strategies many are lucky once. It fails when
 * one is above the limit again by more than the luck of all that played again explains. The best
 * strategy of each period is also chosen on half of the keys and measured on the others.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { loadRecordings } from '@glasshouse/server/market-data/feeds/replay/load';
import { ReplayFeed } from '@glasshouse/server/market-data/feeds/replay/replay-feed';
import { MARKET_SHAPES, NEWEST_SHAPE } from '@glasshouse/server/market-data/feeds/secret';
import { SimFeed } from '@glasshouse/server/market-data/feeds/sim/sim-feed';
import {
  errorsOfLuck,
  joinRates,
  measureOutOfSample,
  type OutOfSample,
} from '@glasshouse/server/market-data/feeds/testing/out-of-sample';
import { mayWin, playOptions } from '@glasshouse/server/market-data/feeds/testing/play-options';
import {
  type PlayedMarket,
  replayedMarket,
  simulatedMarket,
} from '@glasshouse/server/market-data/feeds/testing/played-market';
import { type Rate, Tally } from '@glasshouse/server/market-data/feeds/testing/strategies';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import { defaultOptionOffer } from '@glasshouse/server/products/options/offer';

const DAY_MS = 86_400_000;
const ANCHOR = Date.UTC(2025, 0, 1);
const YEAR_MS = 364 * DAY_MS;
const FORTNIGHT_MS = 14 * DAY_MS;
/** An average of fewer bets says nothing. */
const BETS_MIN = 200;
const AGAIN = 4;
/** What is less above its limit than so many of its errors is not played again. */
const SUSPECT_ERRORS = 2;
/** That anything fails by luck, in a whole run. */
const LUCK = 0.01;

const { values } = parseArgs({
  options: {
    /** Stretches of twenty minutes under each key. */
    stretches: { type: 'string', default: '20' },
    keys: { type: 'string', default: '10' },
    /** All of the catalogue without it. */
    codes: { type: 'string' },
    /** Seconds; all that are sold without it. */
    periods: { type: 'string' },
    workers: { type: 'string', default: '1' },
    /** A folder of recordings: what has one is played on it. */
    replay: { type: 'string' },
    /** Of the market; that of new installations without it. */
    shape: { type: 'string', default: String(NEWEST_SHAPE) },
  },
});

const shape = MARKET_SHAPES.find((known) => String(known) === values.shape) ?? NEWEST_SHAPE;

interface Task {
  readonly code: string;
  readonly periods: readonly number[];
  readonly stretches: number;
  readonly keys: number;
}
interface PlayedPeriod {
  readonly seconds: number;
  readonly rates: readonly Rate[];
  /** Chosen on every other key, and measured on those between them. */
  readonly best: OutOfSample | undefined;
}
interface Played extends Pick<Task, 'code'> {
  readonly periods: readonly PlayedPeriod[];
}

const instrumentOf = (code: string): Instrument => {
  const instrument = CATALOGUE.find((candidate) => candidate.code === code);
  if (instrument === undefined) throw new Error(`no instrument ${code}`);
  return instrument;
};

/** What a profile with these recordings sells: the rest of it stays simulated. */
const recordings = new Map(
  values.replay === undefined
    ? []
    : loadRecordings(values.replay, CATALOGUE, Date.now()).recordings.map((recording) => [recording.code, recording]),
);

function marketOf(instrument: Instrument): PlayedMarket {
  const secret = { key: randomBytes(32), anchor: ANCHOR, shape };
  const recording = recordings.get(instrument.code);
  if (recording === undefined) return simulatedMarket(new SimFeed({ catalogue: [instrument], secret }));
  const played = { recordings: [recording], catalogue: CATALOGUE, speed: 1, secret, order: 'shuffled' } as const;
  return replayedMarket(new ReplayFeed(played));
}

/**
 * A year, or a fortnight of it where a recording is played: its loops are made anew whenever a bet
 * is in another one.
 */
function rangeOf(code: string): { readonly from: number; readonly to: number } {
  const from = ANCHOR + DAY_MS;
  if (!recordings.has(code)) return { from, to: from + YEAR_MS };
  const start = from + Math.random() * (YEAR_MS - FORTNIGHT_MS);
  return { from: start, to: start + FORTNIGHT_MS };
}

/** Bets of each period, under as many new keys as asked. */
function play({ code, periods, stretches, keys }: Task): Played {
  const instrument = instrumentOf(code);
  const newTallies = () => new Map(periods.map((seconds) => [seconds, new Tally()]));
  const halves = [newTallies(), newTallies()] as const;
  for (let key = 0; key < keys; key += 1) {
    const market = marketOf(instrument);
    const tallies = halves[key % 2 === 0 ? 0 : 1];
    playOptions({ market, instrument, periods, stretches, tallies, ...rangeOf(code), random: Math.random });
  }
  const ratesOf = (half: 0 | 1, seconds: number): Rate[] => (halves[half].get(seconds) as Tally).rates();
  return {
    code,
    periods: periods.map((seconds) => {
      const choosing = ratesOf(0, seconds);
      const measuring = ratesOf(1, seconds);
      const best = measureOutOfSample(choosing, measuring, BETS_MIN);
      return { seconds, rates: joinRates(choosing, measuring), best };
    }),
  };
}

/** As many threads as asked, each with its share of the tasks. */
async function playAll(tasks: readonly Task[], workers: number, played: (result: Played) => void): Promise<void> {
  if (workers <= 1) {
    for (const task of tasks) played(play(task));
    return;
  }
  await Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const share = tasks.filter((_task, place) => place % workers === index);
      return new Promise<void>((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url), { workerData: share });
        worker.on('message', played);
        worker.on('error', reject);
        worker.on('exit', () => resolve());
      });
    }),
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const describe = ({ name, bets, rate, error }: Rate): string =>
  `${name} wins ${percent(rate)} ± ${percent(error)} of ${bets}`;

async function main(): Promise<void> {
  const write = (line: string): boolean => process.stdout.write(`${line}\n`);
  const selected = values.periods?.split(',').map(Number);
  const [stretches, keys, workers] = [values.stretches, values.keys, values.workers].map(Number) as [
    number,
    number,
    number,
  ];
  const payouts = new Map(
    (values.codes?.split(',') ?? CATALOGUE.map(({ code }) => code)).map((code) => {
      const sold = defaultOptionOffer(instrumentOf(code)).periods;
      const rates = sold.map(({ seconds, payoutRate }) => [seconds, Number(payoutRate)] as const);
      return [code, new Map(rates.filter(([seconds]) => selected?.includes(seconds) ?? true))] as const;
    }),
  );
  const limitOf = (code: string, seconds: number): number => mayWin(payouts.get(code)?.get(seconds) ?? 0);
  const suspects = new Map<string, Set<string>>();
  let compared = 0;
  const tasks = [...payouts].map(([code, sold]) => ({ code, periods: [...sold.keys()], stretches, keys }));
  await playAll(tasks, workers, ({ code, periods }) => {
    const best: string[] = [];
    for (const { seconds, rates: all, best: halves } of periods) {
      const judged = all.filter(({ bets }) => BETS_MIN <= bets);
      compared += judged.length;
      const above = judged.filter(({ rate, error }) => limitOf(code, seconds) + SUSPECT_ERRORS * error < rate);
      if (0 < above.length) suspects.set(`${code} ${seconds}`, new Set(above.map(({ name }) => name)));
      const first = judged.toSorted((left, right) => right.rate - left.rate)[0];
      if (first === undefined) continue;
      best.push(`${seconds} s ${percent(first.rate)} ± ${percent(first.error)} of ${percent(limitOf(code, seconds))}`);
      if (halves !== undefined) {
        const { chosen, measured } = halves;
        best.push(`  chosen on half of the keys, ${describe(chosen)}; on the others ${describe(measured)}`);
      }
    }
    for (const line of best) write(`${code}: ${line}`);
  });

  const again = [...payouts].flatMap(([code, sold]): Task[] => {
    const periods = [...sold.keys()].filter((seconds) => suspects.has(`${code} ${seconds}`));
    return periods.length === 0 ? [] : [{ code, periods, stretches, keys: keys * AGAIN }];
  });
  const repeated = [...suspects.values()].reduce((sum, names) => sum + names.size, 0);
  const errors = errorsOfLuck(LUCK / Math.max(1, repeated));
  write(
    `${compared} averages, ${repeated} above their limit; played again, they may err by ${errors.toFixed(2)} errors`,
  );
  let failures = 0;
  await playAll(again, workers, ({ code, periods }) => {
    for (const { seconds, rates: all } of periods) {
      for (const rate of all.filter(({ name }) => suspects.get(`${code} ${seconds}`)?.has(name))) {
        const limit = limitOf(code, seconds);
        const isOver = BETS_MIN <= rate.bets && limit + errors * rate.error < rate.rate;
        if (isOver) failures += 1;
        if (isOver || limit < rate.rate) {
          write(`${isOver ? 'FAILS' : 'chance'} ${code} ${seconds} s: ${describe(rate)}, at most ${percent(limit)}`);
        }
      }
    }
  });
  write(`${failures} failed`);
  process.exitCode = failures === 0 ? 0 : 1;
}

if (isMainThread) await main();
else for (const task of workerData as readonly Task[]) parentPort?.postMessage(play(task));
