import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLOCK_SLOPE, type ClockSources, CoreClock } from './core-clock.ts';

const HOUR = 3_600_000;

/** A machine whose wall clock is set and which sleeps when the test says so. */
class Machine {
  monotonic = 5_000;
  wallAhead = 1_700_000_000_000;
  slept = 0;
  readonly sources: ClockSources = {
    monotonic: () => this.monotonic,
    wall: () => this.monotonic + this.slept + this.wallAhead,
    uptime: () => this.monotonic + this.slept,
  };
  readonly clock = new CoreClock(this.sources, () => undefined);

  /** In steps, as the core asks for the time. */
  pass(ms: number): void {
    for (let left = ms; 0 < left; left -= 250) {
      this.monotonic += Math.min(250, left);
      this.clock.now();
    }
  }
}

test('an hour forward and back moves core time by less than a gap, and never at once', () => {
  const machine = new Machine();
  const start = machine.clock.now();
  machine.wallAhead += HOUR;
  machine.monotonic += 125;
  expect(machine.clock.now() - start).toBeLessThanOrEqual(126);
  machine.pass(HOUR / 6);
  machine.wallAhead -= HOUR;
  machine.pass(HOUR / 6);
  expect(Math.abs(machine.clock.now() - start - HOUR / 3 - 125)).toBeLessThan(10);
});

test('a sleep of the machine is time that passed; an uptime that follows the wall clock is not', () => {
  const machine = new Machine();
  const start = machine.clock.now();
  machine.slept = 8 * HOUR;
  machine.pass(2_000);
  expect(machine.clock.now() - start).toBeGreaterThanOrEqual(8 * HOUR);

  const otherMachine = new Machine();
  const began = otherMachine.clock.now();
  // The machine says it slept, but its wall clock did not move.
  otherMachine.slept = HOUR;
  otherMachine.wallAhead -= HOUR;
  otherMachine.pass(2_000);
  expect(otherMachine.clock.now() - began).toBeLessThan(2_100);
});

test('a wall clock that stands far behind the log lets time go on from the end of the log', () => {
  const machine = new Machine();
  const logEndsAt = machine.clock.now() + HOUR;
  machine.clock.notBefore(logEndsAt);
  const start = machine.clock.now();
  expect(start).toBe(logEndsAt);
  machine.pass(60_000);
  const passed = machine.clock.now() - start;
  expect(passed).toBeGreaterThanOrEqual(60_000 * (1 - CLOCK_SLOPE) - 2);
  expect(machine.clock.apart()).toBeLessThan(-HOUR / 2);
});

test('whatever happens to the wall clock, core time goes at the slope between two readings', () => {
  const event = fc.record({ pass: fc.integer({ min: 1, max: 60_000 }), jump: fc.integer({ min: -HOUR, max: HOUR }) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const machine = new Machine();
      let [core, monotonic] = [machine.clock.now(), machine.monotonic];
      for (const { pass, jump } of events) {
        machine.wallAhead += jump;
        machine.monotonic += pass;
        const passed = machine.monotonic - monotonic;
        const now = machine.clock.now();
        expect(now - core).toBeGreaterThanOrEqual(passed * (1 - CLOCK_SLOPE) - 1);
        expect(now - core).toBeLessThanOrEqual(passed * (1 + CLOCK_SLOPE) + 1);
        core = now;
        monotonic = machine.monotonic;
      }
      // A wall clock that is left alone is reached in the end.
      const apart = machine.sources.wall() - machine.clock.now();
      machine.monotonic += Math.ceil(Math.abs(apart) / CLOCK_SLOPE) * 1.1 + 1_000;
      expect(Math.abs(machine.sources.wall() - machine.clock.now())).toBeLessThanOrEqual(2);
    }),
  );
});
