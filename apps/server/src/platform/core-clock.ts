import { uptime } from 'node:os';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { Clock } from './clock.ts';

/**
 * How fast core time may approach the wall clock: 5 ms in a second. A minute then lasts 60.3
 * seconds at most, and an hour's jump of the wall clock moves core time by 18 seconds in that hour,
 * evenly.
 */
export const CLOCK_SLOPE = 1 / 200;
/** A sleep of the machine is at least this long; less is measured imprecisely. */
const SLEEP_MIN_MS = 5_000;
/** How often the machine is asked whether it slept. */
const SLEEP_CHECK_MS = 1_000;
/** The clocks are this far apart before somebody is told. */
const APART_MS = 2_000;

export interface ClockSources {
  /** Milliseconds that never jump and never go back, from any origin. */
  monotonic(): number;
  /** Epoch milliseconds, as the machine believes them: may be set at any moment. */
  wall(): number;
  /** Milliseconds since the machine started, its sleep included; undefined where nobody knows. */
  uptime?(): number;
}

const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;

const SYSTEM: ClockSources = { monotonic: monotonicNow, wall: () => Date.now(), uptime: () => uptime() * 1_000 };

/**
 * The time that decides: what a tick, an order and an expiry are stamped with. It begins at the
 * wall clock and then follows the monotonic clock of the machine; the wall clock only pulls it, at
 * `CLOCK_SLOPE`. So a wall clock that is set, by hand or by a time server, neither makes a gap nor
 * stops time. Only a sleep of the machine is a jump, because that time did pass.
 */
export class CoreClock implements Clock {
  readonly #sources: ClockSources;
  readonly #publish: (offset: number) => void;
  /** Core time minus monotonic time. */
  #offset: number;
  #disciplinedAt: number;
  #sleepCheckedAt: number;
  /** How far tests have stepped ahead of the wall clock. */
  #skipped = 0;
  /** Time that `monotonic` did not count because the machine slept, at the last check. */
  #slept: number;

  constructor(sources: ClockSources = SYSTEM, publish: (offset: number) => void = publishOffset) {
    this.#sources = sources;
    this.#publish = publish;
    const at = sources.monotonic();
    this.#offset = sources.wall() - at;
    this.#disciplinedAt = at;
    this.#sleepCheckedAt = at;
    this.#slept = this.#sleptUntil(at);
    publish(this.#offset);
  }

  /** Never goes back. */
  readonly now = (): number => {
    const at = this.#sources.monotonic();
    this.#discipline(at);
    return Math.floor(at + this.#offset);
  };

  /** How far the wall clock is ahead; undefined while it is about right. */
  apart(): number | undefined {
    const apart = this.#wall() - this.now();
    return APART_MS < Math.abs(apart) ? apart : undefined;
  }

  /**
   * Core time continues at least here, where the log ends: a wall clock that was set back between
   * two runs would otherwise stand still until it has caught up.
   */
  notBefore(at: number): void {
    this.#advance(Math.max(0, at - this.now()));
  }

  /** Steps ahead, and stays there: for tests that do not wait. `ms` is not negative. */
  skip(ms: number): void {
    if (ms < 0) throw new RangeError('core time never goes back');
    this.#skipped += ms;
    this.#advance(ms);
  }

  #advance(by: number): void {
    this.#offset += by;
    this.#publish(this.#offset);
  }

  #discipline(at: number): void {
    const passed = at - this.#disciplinedAt;
    if (passed < 1) return;
    this.#disciplinedAt = at;
    if (SLEEP_CHECK_MS <= at - this.#sleepCheckedAt) this.#noticeSleep(at);
    const apart = this.#wall() - (at + this.#offset);
    const most = passed * CLOCK_SLOPE;
    const step = Math.max(-most, Math.min(most, apart));
    if (step !== 0) this.#advance(step);
  }

  /** Believed only when the wall clock agrees: the uptime of some systems follows it. */
  #noticeSleep(at: number): void {
    this.#sleepCheckedAt = at;
    const before = this.#slept;
    this.#slept = this.#sleptUntil(at);
    const sleep = this.#slept - before;
    const apart = this.#wall() - (at + this.#offset);
    if (SLEEP_MIN_MS <= sleep && SLEEP_MIN_MS <= apart) this.#advance(Math.min(sleep, apart));
  }

  #wall(): number {
    return this.#sources.wall() + this.#skipped;
  }

  #sleptUntil(at: number): number {
    return (this.#sources.uptime?.() ?? at) - at;
  }
}

const SHARED = 'glasshouse core clock';

/**
 * Makes core time readable in every thread that is started from here on. Until the core runs, it is
 * the wall clock.
 */
export function shareCoreClock(): void {
  if (getEnvironmentData(SHARED) instanceof SharedArrayBuffer) return;
  setEnvironmentData(SHARED, new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
}

function sharedOffset(): BigInt64Array | undefined {
  const buffer = getEnvironmentData(SHARED);
  return buffer instanceof SharedArrayBuffer ? new BigInt64Array(buffer) : undefined;
}

function publishOffset(offset: number): void {
  shared ??= sharedOffset();
  if (shared !== undefined) Atomics.store(shared, 0, BigInt(Math.round(offset * 1_000)));
}
let shared: BigInt64Array | undefined;

/** Core time, for threads that do not decide it: live feeds, and what shows prices. */
export const sharedCoreClock: Clock = {
  now: () => {
    shared ??= sharedOffset();
    const offset = shared === undefined ? 0n : Atomics.load(shared, 0);
    return offset === 0n ? Date.now() : Math.floor(monotonicNow() + Number(offset) / 1_000);
  },
};
