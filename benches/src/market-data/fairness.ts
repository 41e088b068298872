/**
 * Bets on the simulated market by every strategy of the feeds' tests, in each class and over each
 * period: `npm run fairness -- --options 100000 --keys 10`. Whoever wins more than the break-even
 * less half the published edge plays again, under keys that nobody has played with: of so many
 * strategies some are lucky once. Fails when one is above it again. Strategies that bet rarely,
 * because they wait for something or because most of their bets are draws, are listed apart.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SimFeed } from '@glasshouse/server/market-data/feeds/sim/sim-feed';
import { mayWin, playPeriods } from '@glasshouse/server/market-data/feeds/testing/play-options';
import { type Rate, Tally } from '@glasshouse/server/market-data/feeds/testing/strategies';
import { sessionAt } from '@glasshouse/server/market-data/instruments/calendar';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import type { Instrument } from '@glasshouse/server/market-data/instruments/instrument';
import { defaultOptionOffer } from '@glasshouse/server/products/options/offer';

const { values } = parseArgs({
  options: {
    options: { type: 'string', default: '100000' },
    keys: { type: 'string', default: '10' },
    /** One of each class, the liveliest coin, and the coarsest prices. */
    codes: { type: 'string', default: 'BTCUSDT,PEPEUSDT,ETHBTC,EURUSD,EURJPY,AAPL,SPY,BND,CL,ZC,XAUUSD' },
    /** Seconds; all that are sold without it. */
    periods: { type: 'string' },
  },
});
const wanted = values.periods?.split(',').map(Number);
const options = Number(values.options);
const keys = Number(values.keys);
const DAY_MS = 86_400_000;
/**
 * An average of fewer bets errs too much to be compared: rarer ones are above the limit when they
 * are so by far.
 */
const BETS_MIN = 2_000;
const RARE_BETS_MIN = 100;
const RARE_ERRORS = 3;

const write = (line: string): boolean => process.stdout.write(`${line}\n`);
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const anchor = Date.UTC(2025, 0, 1);

const describe = ({ name, bets, rate, error }: Rate): string =>
  `${name} wins ${percent(rate)} ± ${percent(error)} of ${bets}`;

/** Above what may be won: rare bets by so much that it is no chance. */
const isAbove = ({ bets, rate, error }: Rate, limit: number): boolean => {
  if (BETS_MIN <= bets) return limit < rate;
  return RARE_BETS_MIN <= bets && limit + RARE_ERRORS * Math.max(error, 0.5 / Math.sqrt(bets)) < rate;
};

/** Bets of each period, under as many new keys as asked. */
function play(instrument: Instrument, periods: readonly number[]): ReadonlyMap<number, Tally> {
  const isOpen = (from: number, to: number): boolean => {
    if (instrument.calendar === 'always') return true;
    const endsAt = sessionAt(instrument.calendar, from)?.endsAt;
    return endsAt !== undefined && to < endsAt;
  };
  const tallies = new Map(periods.map((seconds) => [seconds, new Tally()]));
  for (let round = 0; round < keys; round += 1) {
    const feed = new SimFeed({ catalogue: [instrument], secret: { key: randomBytes(32), anchor } });
    playPeriods({
      ...{ feed, code: instrument.code, isOpen, tallies, round, options: Math.ceil(options / keys) },
      ...{ from: anchor + DAY_MS, to: anchor + 365 * DAY_MS, random: Math.random },
    });
  }
  return tallies;
}

let failures = 0;
for (const code of values.codes.split(',')) {
  const instrument = CATALOGUE.find((one) => one.code === code);
  if (instrument === undefined) throw new Error(`no instrument ${code}`);
  const payouts = new Map(
    defaultOptionOffer(instrument)
      .periods.filter(({ seconds }) => wanted === undefined || wanted.includes(seconds))
      .map(({ seconds, payoutRate }) => [seconds, Number(payoutRate)]),
  );
  const above = new Map<number, Set<string>>();
  const tallies = play(instrument, [...payouts.keys()]);
  for (const [seconds, tally] of tallies) {
    const limit = mayWin(payouts.get(seconds)!);
    const rates = tally.rates().toSorted((left, right) => right.rate - left.rate);
    const lucky = rates.filter((one) => isAbove(one, limit));
    if (0 < lucky.length) above.set(seconds, new Set(lucky.map(({ name }) => name)));
    const common = rates.filter(({ bets }) => BETS_MIN <= bets);
    const rare = rates.filter(({ bets }) => RARE_BETS_MIN <= bets && bets < BETS_MIN);
    const never = rates.length - common.length - rare.length;
    for (const [kind, [best, ...others]] of [
      ['', common],
      ['rare ', rare],
    ] as const) {
      if (best === undefined) continue;
      const verdict = [best, ...others].some((one) => isAbove(one, limit)) ? 'above' : 'holds';
      write(`${kind}${verdict} ${code} ${seconds} s: ${describe(best)}, at most ${percent(limit)}`);
    }
    if (0 < never) write(`few ${code} ${seconds} s: ${never} strategies with less than ${RARE_BETS_MIN} decided bets`);
  }
  if (above.size === 0) continue;
  for (const [seconds, tally] of play(instrument, [...above.keys()])) {
    const limit = mayWin(payouts.get(seconds)!);
    for (const again of tally.rates()) {
      if (!above.get(seconds)!.has(again.name)) continue;
      const isOver = isAbove(again, limit);
      if (isOver) failures += 1;
      write(`${isOver ? 'FAILS' : 'chance'} ${code} ${seconds} s again: ${describe(again)}, at most ${percent(limit)}`);
    }
  }
}
process.exitCode = failures === 0 ? 0 : 1;
