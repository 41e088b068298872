import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresStore } from '@glasshouse/server/kernel/core/postgres-store';
import { encodeTicks } from '@glasshouse/server/market-data/tape/codec';
import { loansOf } from '@glasshouse/server/products/loans/slice';
import { plansOf } from '@glasshouse/server/products/plans/slice';
import { catchUp, hasDue, isLate } from '@glasshouse/server/runtime/catch-up';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { PUMP_MS } from '@glasshouse/server/runtime/pump';
import { settlePeople } from '@glasshouse/server/runtime/testing/people-with-plans';
import { serveCalls } from '../harness/program.ts';
import { quantile } from '../harness/report.ts';
import { CoreFixture } from './core-fixture.ts';

const DAY_MS = 86_400_000;
/** A day whose work takes longer is given up. */
const NIGHT_MS_MAX = 1_800_000;
const LOOK_MS = 50;
/** Before midnight, in which pledges are looked at that the hours skipped have left. */
const EVE_MS = 20_000;

/** The core whose midnight is measured, in a process of its own. */
export type PostingCalls = {
  /** Traders, and people with a plan and a loan each. */
  open: { params: { url: string; people: number }; result: undefined };
  /** Days pass, and what they leave due is done as fast as it can be. */
  pass: { params: { days: number }; result: undefined };
  /** Open loop for these seconds, latency counted from when each order was due. */
  idle: { params: Pace & { seconds: number }; result: Paced };
  /** Midnight comes; the same until everything of that day is done. */
  night: { params: Pace; result: Paced & { days: number; loans: number; seconds: number } };
  close: { params: undefined; result: undefined };
};

interface Pace {
  readonly perSecond: number;
}
interface Paced {
  readonly p99Ms: number;
  readonly orders: number;
}

let core: CoreFixture | undefined;
let aheadMs = 0;
const now = (): number => Date.now() + aheadMs;

const midnightAfter = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS;

function opened(): CoreFixture {
  if (core === undefined) throw new Error('the core is not open');
  return core;
}

function done({ sequencer: { state } }: CoreFixture): { days: number; loans: number } {
  const paid = [...plansOf(state).orders.values()].reduce((sum, { paid_days: days }) => sum + days, 0);
  return { days: paid, loans: loansOf(state).loans.size };
}

/** Orders at an even pace while `goesOn`, as clients that do not wait for one another. */
async function paced(fixture: CoreFixture, perSecond: number, goesOn: () => boolean): Promise<Paced> {
  const delaysMs: number[] = [];
  const under: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let made = 0; goesOn(); ) {
    const due = startedAt + (made * 1_000) / perSecond;
    if (performance.now() < due) {
      await sleep(1);
      continue;
    }
    made += 1;
    under.push(fixture.place().then(() => void delaysMs.push(performance.now() - due)));
  }
  await Promise.all(under);
  return { p99Ms: quantile(delaysMs, 0.99), orders: delaysMs.length };
}

/** Time passes as in the server, beside what is measured. */
async function withTime<Result>(fixture: CoreFixture, work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => fixture.sequencer.time(), PUMP_MS);
  const stop = catchUp(fixture.sequencer, fixture.sequencer, now);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stop();
  }
}

serveCalls<PostingCalls>({
  async open({ url, people }) {
    // Noon: far from the midnights that are measured.
    aheadMs = midnightAfter(Date.now()) + DAY_MS / 2 - Date.now();
    const store = new PostgresStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 10_000 });
    core = new CoreFixture(store, 'spot', now);
    await core.open();
    await settlePeople(core.sequencer, { people });
    return undefined;
  },
  async pass({ days }) {
    const fixture = opened();
    aheadMs += days * DAY_MS;
    for (fixture.sequencer.time(); hasDue(fixture.sequencer.state, now()); fixture.sequencer.time()) await sleep(1);
    while (fixture.sequencer.isBusy) await sleep(LOOK_MS);
    return undefined;
  },
  idle({ perSecond, seconds }) {
    const fixture = opened();
    const endsAt = performance.now() + seconds * 1_000;
    return withTime(fixture, () => paced(fixture, perSecond, () => performance.now() < endsAt));
  },
  async night({ perSecond }) {
    const fixture = opened();
    const before = done(fixture);
    const midnight = midnightAfter(now());
    aheadMs += midnight - EVE_MS - now();
    for (fixture.sequencer.time(); isLate(fixture.sequencer.state, now()); fixture.sequencer.time()) await sleep(1);
    while (fixture.sequencer.isBusy) await sleep(LOOK_MS);
    if (midnight <= now()) throw new Error('midnight passed before it was measured');
    aheadMs += midnight - now();
    const startedAt = performance.now();
    let isDone = false;
    const watch = setInterval(() => {
      isDone = !hasDue(fixture.sequencer.state, now()) || NIGHT_MS_MAX < performance.now() - startedAt;
    }, LOOK_MS);
    const result = await withTime(fixture, () => paced(fixture, perSecond, () => !isDone)).finally(() =>
      clearInterval(watch),
    );
    if (hasDue(fixture.sequencer.state, now())) throw new Error('the day was not done in time');
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = done(fixture);
    return { ...result, days: after.days - before.days, loans: before.loans - after.loans, seconds };
  },
  async close() {
    await core?.sequencer.stop();
    core = undefined;
    return undefined;
  },
});
