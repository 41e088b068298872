/** What a wall clock that is set does to orders: nothing. */
import { expect, test } from 'vitest';
import { CoreClock } from '../../platform/core-clock.ts';
import { MODULES } from '../../runtime/modules.ts';
import { Harness } from '../testing/harness.ts';
import { MemoryStore } from '../testing/memory-store.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['forward and back', HOUR_MS],
  ['back and forward', -HOUR_MS],
])('an hour %s neither voids an option nor stops trading', async (_how, jump) => {
  const store = new MemoryStore(MODULES);
  const harness = new Harness(store);
  await harness.start();
  await harness.open(1);
  let monotonic = 0;
  let wallAhead = harness.now;
  const clock = new CoreClock({ monotonic: () => monotonic, wall: () => monotonic + wallAhead }, () => undefined);
  let points = 10_000_000;
  const second = async (): Promise<void> => {
    monotonic += 1_000;
    points += 1;
    await harness.tick(points, clock.now() - harness.now);
    harness.sequencer.time();
  };
  await second();
  const order = await harness.buy(1, { periodId: 60 });
  for (let passed = 0; passed < 20; passed += 1) await second();
  wallAhead += jump;
  for (let passed = 0; passed < 20; passed += 1) await second();
  const during = await harness.buy(1, { periodId: 60 });
  expect(during.code).toBe(200);
  wallAhead -= jump;
  for (let passed = 0; passed < 90; passed += 1) await second();
  for (const { seq } of [order, during]) {
    expect(store.rows.get('option_orders')?.get(String(seq))).toMatchObject({ state: 'settled', outcome: 'win' });
  }
});
