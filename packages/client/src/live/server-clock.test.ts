import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

test('the frame with the least delay sets the clock, until it is forgotten', () => {
  let machine = 10_000;
  const clock = new ServerClock(() => machine);
  expect(clock.now()).toBe(10_000);
  // Sent at 4,000 by the server's clock and 200 ms on the way; then one that took 50 ms.
  clock.record(3_800);
  clock.record(3_950);
  clock.record(3_500);
  expect(clock.now()).toBe(3_950);
  machine += 500;
  expect(clock.now()).toBe(4_450);
  clock.forget();
  expect(clock.now()).toBe(10_500);
});
