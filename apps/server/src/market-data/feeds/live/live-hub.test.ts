import { describe, expect, test } from 'vitest';
import { Acceptance } from '../../tape/acceptance.ts';
import { anInstrument } from '../../tape/testing/instruments.ts';
import { LiveFeed, WAITING_MAX } from './live-feed.ts';
import { LiveHub } from './live-hub.ts';
import { pointsDown, pointsUp, quoteInPoints, type SourceQuote } from './prices.ts';
import type { LiveSource, SourceOutput } from './source.ts';
import { SKEW_MAX_MS } from './source-clock.ts';

/**
 * From what two sources say to the ticks that the tape accepts, on a clock of the test: which of
 * them sets the price, when a jump is accepted, what silence does, and how timestamps are
 * corrected.
 */
const NOW = Date.UTC(2026, 2, 4, 12);
const BTC = anInstrument('BTCUSDT', { precision: 1, outlierBps: 500, stalenessMs: 10_000, tickMs: 1_000 });

class TestSource implements LiveSource {
  readonly barsPauseMs = 0;
  readonly name: string;
  output!: SourceOutput;
  constructor(name: string) {
    this.name = name;
  }
  start(output: SourceOutput): void {
    this.output = output;
  }
  async stop(): Promise<void> {}
  lists = () => true;
  bars = async () => undefined;
  quote(mid: number, at?: number): void {
    this.output.quote({ code: 'BTCUSDT', bid: mid - 0.5, ask: mid + 0.5, at });
  }
}

function aMarket(instrument = BTC) {
  let at = NOW;
  const outages: object[] = [];
  const first = new TestSource('first');
  const second = new TestSource('second');
  const hub = new LiveHub({
    instruments: [instrument],
    sources: [first, second],
    now: () => at,
    onRecovered: (outage) => outages.push(outage),
  });
  hub.start();
  const acceptance = new Acceptance([instrument]);
  return {
    first,
    second,
    hub,
    outages,
    acceptance,
    get at() {
      return at;
    },
    wait: (ms: number): void => {
      at += ms;
    },
    /** Mids of what the tape accepts now. */
    accepted: (): number[] => acceptance.accept(hub.take(), at).map(({ mid }) => mid / 10),
  };
}

describe('a live feed of two sources', () => {
  test('takes its prices from the first while it is live', () => {
    const market = aMarket();
    market.first.quote(100_000);
    market.second.quote(100_100);
    expect(market.accepted()).toEqual([100_000]);
    market.wait(1_000);
    market.second.quote(100_200);
    expect(market.accepted()).toEqual([]);
  });

  test('takes them from the second once the first is silent, and from the first again when it is back', () => {
    const market = aMarket();
    market.first.quote(100_000);
    market.second.quote(100_100);
    expect(market.accepted()).toEqual([100_000]);
    market.wait(7_000);
    market.second.quote(100_110);
    expect(market.accepted()).toEqual([100_110]);
    market.wait(1_000);
    market.first.quote(100_020);
    market.second.quote(100_130);
    expect(market.accepted()).toEqual([100_020]);
  });

  test('accepts a jump at once when the second source agrees', () => {
    const market = aMarket();
    market.first.quote(100_000);
    market.second.quote(100_000);
    market.accepted();
    market.wait(1_000);
    market.second.quote(90_000);
    market.first.quote(90_100);
    expect(market.accepted()).toEqual([90_100]);
  });

  test('never accepts a jump that the second source contradicts, however often it is repeated', () => {
    const market = aMarket();
    market.first.quote(100_000);
    market.second.quote(100_000);
    market.accepted();
    for (let second = 0; second < 30; second += 1) {
      market.wait(1_000);
      market.second.quote(100_010);
      market.first.quote(90_000);
      expect(market.accepted()).toEqual([]);
    }
    expect(market.acceptance.dropped.disputed).toBe(30);
    market.wait(1_000);
    market.first.quote(100_020);
    expect(market.accepted()).toEqual([100_020]);
  });

  test('keeps two coins of one name apart: they neither confirm nor replace each other', () => {
    const market = aMarket();
    market.first.quote(100_000);
    market.second.quote(5);
    expect(market.accepted()).toEqual([100_000]);
    // A true jump is not delayed by the other coin …
    const frames: number[][] = [];
    for (let second = 0; second < 4; second += 1) {
      market.wait(1_000);
      market.second.quote(5);
      market.first.quote(110_000);
      frames.push(market.accepted());
    }
    expect(frames).toEqual([[], [], [], [110_000]]);
    // … and while the first is silent there is no price rather than that of the other.
    for (let second = 0; second < 30; second += 1) {
      market.wait(1_000);
      market.second.quote(5);
      expect(market.hub.take()).toEqual([]);
    }
  });

  test('accepts a jump after the usual confirmation while the second source is silent', () => {
    const market = aMarket();
    market.first.quote(100_000);
    market.accepted();
    const frames: number[][] = [];
    for (let second = 0; second < 4; second += 1) {
      market.wait(1_000);
      market.first.quote(90_000);
      frames.push(market.accepted());
    }
    expect(frames).toEqual([[], [], [], [90_000]]);
  });

  test('is silent when both are, and resumes without a restart', () => {
    const market = aMarket();
    market.first.quote(100_000);
    market.accepted();
    market.wait(120_000);
    expect(market.accepted()).toEqual([]);
    market.first.quote(100_500);
    expect(market.accepted()).toEqual([100_500]);
    expect(market.outages).toEqual([{ from: NOW, to: NOW + 120_000 }]);
  });

  test.each([
    ['behind', -20_000],
    ['ahead', 3_600_000],
  ])('uses our time although the source clock is %s', (_, skew) => {
    const market = aMarket();
    for (let second = 0; second < 5; second += 1) {
      market.wait(1_000);
      market.first.quote(100_000 + second, market.at - 40 + skew);
      expect(market.hub.take()).toMatchObject([{ at: market.at }]);
    }
    // Nine seconds longer on the way than the others: it is dated back by that much.
    market.wait(20_000);
    market.first.quote(100_010, market.at - 9_040 + skew);
    expect(market.hub.take()).toMatchObject([{ mid: 1_000_100, at: market.at - 9_000 }]);
  });

  test('lets a price that is older than any skew go stale', () => {
    const market = aMarket();
    market.first.quote(100_000, market.at - SKEW_MAX_MS - 1_000);
    expect(market.accepted()).toEqual([]);
    expect(market.acceptance.dropped.stale).toBe(1);
  });

  test('never goes back in time, and gives one tick a second with the volume of all', () => {
    const market = aMarket();
    market.first.quote(100_000, market.at);
    market.first.output.trade({ code: 'BTCUSDT', amount: 2 });
    market.second.output.trade({ code: 'BTCUSDT', amount: 50 });
    market.first.quote(100_001, market.at - 500);
    expect(market.hub.take()).toEqual([
      { code: 'BTCUSDT', bid: 1_000_005, ask: 1_000_015, mid: 1_000_010, volume: 2, at: NOW },
    ]);
    market.first.output.trade({ code: 'BTCUSDT', amount: 3 });
    market.first.quote(100_002, market.at);
    expect(market.hub.take()).toEqual([]);
    market.wait(1_000);
    expect(market.hub.take()).toMatchObject([{ mid: 1_000_020, volume: 3, at: NOW }]);
  });

  test.each([500, 1_000, 2_500])('passes on one price in %d ms, the newest', (tickMs) => {
    const market = aMarket({ ...BTC, tickMs });
    const steps: number[] = [];
    for (let step = 0; step < 100; step += 1) {
      market.first.quote(100_000 + step, market.at);
      if (0 < market.hub.take().length) steps.push(step);
      market.wait(100);
    }
    const every = tickMs / 100;
    expect(steps).toEqual(Array.from({ length: 100 / every }, (_, index) => index * every));
  });

  test.each([
    [5_000, 6_000],
    [15_000, 6_000],
  ])('a price that is valid for %d ms is refused once it is older', (stalenessMs, age) => {
    const market = aMarket({ ...BTC, stalenessMs });
    market.first.quote(100_000, market.at);
    const quotes = market.hub.take();
    market.wait(age);
    expect(market.acceptance.accept(quotes, market.at)).toHaveLength(age < stalenessMs ? 1 : 0);
  });

  const MALFORMED: [string, Pick<SourceQuote, 'bid' | 'ask'>][] = [
    ['crossed', { bid: 101, ask: 100 }],
    ['of one side', { bid: 100, ask: Number.NaN }],
    ['negative', { bid: -1, ask: 1 }],
    ['endless', { bid: 1, ask: Number.POSITIVE_INFINITY }],
    ['below one point', { bid: 0.01, ask: 0.02 }],
  ];
  test.each(MALFORMED)('drops a quote that is %s', (_, quote) => {
    const market = aMarket();
    market.first.output.quote({ code: 'BTCUSDT', ...quote, at: undefined });
    expect(market.hub.take()).toEqual([]);
    expect(market.hub.malformed).toBe(1);
  });
});

describe('points', () => {
  test.each([
    [1.005, 3, 1005, 1005],
    [0.1 + 0.2, 1, 3, 3],
    [105_944.2, 1, 1_059_442, 1_059_442],
    [0.000_012_345, 8, 1_234, 1_235],
    [60_741.675, 2, 6_074_167, 6_074_168],
  ])('of %s with %s decimals round the bid down and the ask up', (price, precision, down, up) => {
    expect([pointsDown(price, precision), pointsUp(price, precision)]).toEqual([down, up]);
  });

  test('a quote keeps bid ≤ mid ≤ ask', () => {
    expect(quoteInPoints({ bid: 1.23456, ask: 1.23456 }, 4)).toEqual({ bid: 12_345, ask: 12_346, mid: 12_345 });
  });
});

test('the queue for the pump is bounded, and each tick is taken once', () => {
  const feed = new LiveFeed('ccxt', ['BTCUSDT']);
  const ticks = Array.from({ length: WAITING_MAX + 3 }, (_, index) => ({
    code: 'BTCUSDT',
    bid: 1,
    ask: 1,
    mid: 1,
    volume: 0,
    at: NOW + index,
  }));
  feed.receive(ticks);
  expect(feed.dropped).toBe(3);
  expect(feed.ticksBetween()).toEqual(ticks.slice(3));
  expect(feed.ticksBetween()).toEqual([]);
});
