import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../instruments/catalogue/index.ts';
import { TriangleMonitor } from '../../tape/triangle-monitor.ts';
import { secretOfSeed } from '../secret.ts';
import { SimFeed } from '../sim/sim-feed.ts';
import type { Feed, FeedTick } from '../types.ts';
import { CrossFeed } from './cross-feed.ts';
import { trianglesOf } from './triangles.ts';

const TRIANGLES = trianglesOf(CATALOGUE);
const NOW = Date.UTC(2025, 10, 19, 10);
const sim = new SimFeed({ catalogue: CATALOGUE, secret: secretOfSeed('triangles') });

/** The simulated market with everything else at another level: as recordings are. */
const elsewhere = (codes: readonly string[], factor: number): Feed => ({
  name: 'replay',
  codes: new Set(codes),
  ticksBetween: (after, upTo) =>
    sim
      .ticksBetween(after, upTo)
      .filter(({ code }) => codes.includes(code))
      .map((tick) => ({
        ...tick,
        bid: Math.round(tick.bid * factor),
        ask: Math.round(tick.ask * factor),
        mid: Math.round(tick.mid * factor),
      })),
  bars: () => [],
});

let seq = 0;
function watchWith(monitor: TriangleMonitor, ticks: readonly FeedTick[]): void {
  for (const tick of ticks) {
    seq += 1;
    monitor.see({ ...tick, seq });
  }
}

test('every cross of currencies and of coins has two legs in dollars', () => {
  expect(TRIANGLES.length).toBeGreaterThan(30);
  const named = new Map(
    TRIANGLES.map(({ cross, base, quote }) => [cross.code, [base.code, base.power, quote.code, quote.power]]),
  );
  expect(named.get('EURJPY')).toEqual(['EURUSD', 1, 'USDJPY', 1]);
  expect(named.get('EURGBP')).toEqual(['EURUSD', 1, 'GBPUSD', -1]);
  expect(named.get('ETHBTC')).toEqual(['ETHUSDT', 1, 'BTCUSDT', -1]);
});

describe('triangles', () => {
  test('of the simulated market never drift', () => {
    const monitor = new TriangleMonitor(CATALOGUE);
    for (let at = NOW; at < NOW + 600_000; at += 60_000) watchWith(monitor, sim.ticksBetween(at, at + 60_000));
    expect(monitor.drifting).toEqual([]);
  });

  test('of another level drift at once, are held, and are released when they agree', () => {
    const monitor = new TriangleMonitor(CATALOGUE);
    const wrong = elsewhere(['BTCUSDT'], 1.3);
    const rest = (after: number, upTo: number) =>
      sim.ticksBetween(after, upTo).filter(({ code }) => code !== 'BTCUSDT');
    watchWith(monitor, [...rest(NOW, NOW + 2_000), ...wrong.ticksBetween(NOW, NOW + 2_000)]);
    expect(monitor.isHeld('ETHBTC')).toBe(true);
    // All of its crosses contradict the leg; of the other leg, one of several.
    expect([monitor.isHeld('BTCUSDT'), monitor.isHeld('ETHUSDT'), monitor.isHeld('EURUSD')]).toEqual([
      true,
      false,
      false,
    ]);
    watchWith(monitor, sim.ticksBetween(NOW + 2_000, NOW + 6_000));
    expect(monitor.drifting).toEqual([]);
    expect(monitor.isHeld('BTCUSDT')).toBe(false);
  });

  test('crosses computed from legs of two feeds agree with them', () => {
    const recorded = elsewhere(['BTCUSDT', 'EURUSD'], 0.7);
    const simulated: Feed = {
      name: 'sim',
      codes: new Set(
        [...sim.codes].filter(
          (code) => !recorded.codes.has(code) && !TRIANGLES.some(({ cross }) => cross.code === code),
        ),
      ),
      ticksBetween: (after, upTo) => sim.ticksBetween(after, upTo).filter(({ code }) => simulated.codes.has(code)),
      bars: () => [],
    };
    const crosses = new CrossFeed('sim', TRIANGLES, (code) => (recorded.codes.has(code) ? recorded : simulated));
    const feeds = [crosses.watch(recorded), crosses.watch(simulated), crosses];
    const monitor = new TriangleMonitor(CATALOGUE);
    const seen = new Map<string, number>();
    for (let at = NOW; at < NOW + 60_000; at += 125) {
      const ticks = feeds.flatMap((feed) => feed.ticksBetween(at, at + 125)).sort((left, right) => left.at - right.at);
      for (const { code, bid, mid, ask, at: tickAt } of ticks) {
        expect(bid <= mid && mid <= ask, code).toBe(true);
        expect(seen.get(code) ?? 0).toBeLessThanOrEqual(tickAt);
        seen.set(code, tickAt);
      }
      watchWith(monitor, ticks);
    }
    expect(seen.has('ETHBTC') && seen.has('EURJPY')).toBe(true);
    expect(monitor.drifting).toEqual([]);
  });

  test('a cross is open while both of its legs are', () => {
    const closed: Feed = { ...elsewhere(['BTCUSDT'], 1), sessionEndsAt: () => undefined };
    const open: Feed = { ...elsewhere(['BTCUSDT'], 1), sessionEndsAt: () => 77 };
    const endOf = (feed: Feed) =>
      new CrossFeed('sim', TRIANGLES, (code) => (code === 'BTCUSDT' ? feed : sim)).sessionEndsAt('ETHBTC', NOW);
    expect([endOf(closed), endOf(open), endOf(sim)]).toEqual([undefined, 77, Number.POSITIVE_INFINITY]);
  });
});
