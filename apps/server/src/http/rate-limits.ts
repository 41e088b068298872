import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';

/** A token bucket: `burst` at once, then one more every `refillMs`. */
export interface Limit {
  readonly burst: number;
  readonly refillMs: number;
}

/** What is limited, and by whom it is counted. `undefined` switches all of it off. */
export interface RateLimits {
  readonly loginPerAddress: Limit;
  readonly loginPerNetwork: Limit;
  readonly loginPerDevice: Limit;
  readonly loginPerProof: Limit;
  readonly loginPerAccount: Limit;
  readonly codePerAddress: Limit;
  readonly codePerAccount: Limit;
  readonly existsPerAddress: Limit;
  readonly registerPerAddress: Limit;
  readonly namelessPerNetworkDay: Limit;
  readonly signInPerAddress: Limit;
  readonly signInPerNetwork: Limit;
  readonly guestPerAddress: Limit;
  readonly guestPerAddressDay: Limit;
  readonly guestPerNetworkDay: Limit;
  readonly guestPerProofDay: Limit;
  readonly passwordPerUser: Limit;
  readonly ordersPerUser: Limit;
  readonly refusedPerUser: Limit;
  readonly readsPerUser: Limit;
  readonly exportsPerUser: Limit;
  readonly reportsPerUser: Limit;
  readonly uploadsPerUser: Limit;
  readonly importsPerUser: Limit;
  readonly importsPerNetwork: Limit;
  readonly visitsPerAddress: Limit;
  readonly visitsPerNetwork: Limit;
  readonly messagesPerPerson: Limit;
  readonly messagesPerNetwork: Limit;
  readonly typingPerPerson: Limit;
  readonly supportFilesPerPerson: Limit;
  readonly supportFilesPerNetwork: Limit;
  readonly receiptsPerAddress: Limit;
  readonly badTokenPerAddress: Limit;
  /** In units of work of `request-budget.ts`. */
  readonly requestsPerAddress: Limit;
  readonly requestsPerNetwork: Limit;
  readonly requestsPerMember: Limit;
  readonly requestsInside: Limit;
}

const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Generous to a classroom behind one address, hopeless for guessing: one account takes ten wrong
 * passwords from strangers, then two a minute. Devices that it knows have as many of their own, and
 * whoever did the work of `getLoginChallenge` six a minute more: nobody else keeps an owner out.
 * Codes have a cooldown of their own on top.
 */
export const DEFAULT_LIMITS: RateLimits = {
  loginPerAddress: { burst: 40, refillMs: 3 * SECOND },
  loginPerNetwork: { burst: 200, refillMs: SECOND },
  loginPerDevice: { burst: 10, refillMs: 30 * SECOND },
  loginPerProof: { burst: 20, refillMs: 10 * SECOND },
  loginPerAccount: { burst: 10, refillMs: 30 * SECOND },
  codePerAddress: { burst: 20, refillMs: 30 * SECOND },
  codePerAccount: { burst: 5, refillMs: 12 * MINUTE },
  existsPerAddress: { burst: 30, refillMs: 3 * SECOND },
  registerPerAddress: { burst: 20, refillMs: 30 * SECOND },
  // Without an address nothing but a name is needed: a classroom's worth a day.
  namelessPerNetworkDay: { burst: 100, refillMs: DAY / 100 },
  // By providers and wallets; each may be a new person with a book in the log.
  signInPerAddress: { burst: 30, refillMs: 15 * SECOND },
  signInPerNetwork: { burst: 150, refillMs: 3 * SECOND },
  guestPerAddress: { burst: 40, refillMs: 20 * SECOND },
  // Each guest is a book in the log, for ever.
  guestPerAddressDay: { burst: 40, refillMs: DAY / 40 },
  guestPerNetworkDay: { burst: 80, refillMs: DAY / 80 },
  // Of a network, for whoever does the work of `getGuestChallenge`.
  guestPerProofDay: { burst: 300, refillMs: DAY / 300 },
  passwordPerUser: { burst: 10, refillMs: 30 * SECOND },
  ordersPerUser: { burst: 50, refillMs: 50 },
  // Each refused command is an entry of the log, for ever: 12,000 a day of one person are 10 MB.
  refusedPerUser: { burst: 500, refillMs: 7.2 * SECOND },
  readsPerUser: { burst: 200, refillMs: 20 },
  exportsPerUser: { burst: 5, refillMs: 10 * SECOND },
  // Each follows a whole history, of which a person tries some years and methods.
  reportsPerUser: { burst: 15, refillMs: 5 * SECOND },
  // Each is up to 50 MB of text to parse, and as many rows: as many as a person may have at all.
  importsPerUser: { burst: 5, refillMs: DAY / 5 },
  importsPerNetwork: { burst: 30, refillMs: DAY / 30 },
  uploadsPerUser: { burst: 20, refillMs: 10 * SECOND },
  // Each visit is a row until the next day, and for years once something was written.
  visitsPerAddress: { burst: 5, refillMs: 5 * MINUTE },
  visitsPerNetwork: { burst: 50, refillMs: MINUTE },
  messagesPerPerson: { burst: 15, refillMs: 4 * SECOND },
  // Visitors and guests of one network together: one who owns it has thousands of addresses.
  messagesPerNetwork: { burst: 300, refillMs: 5 * SECOND },
  typingPerPerson: { burst: 10, refillMs: 2 * SECOND },
  supportFilesPerPerson: { burst: 6, refillMs: 30 * SECOND },
  supportFilesPerNetwork: { burst: 60, refillMs: MINUTE },
  receiptsPerAddress: { burst: 30, refillMs: SECOND },
  badTokenPerAddress: { burst: 100, refillMs: SECOND },
  // Thirty browsers that open a market's page at once cost about 8,000 units; 400 a second are 4 %
  // of a core.
  requestsPerAddress: { burst: 10_000, refillMs: 2.5 },
  requestsPerNetwork: { burst: 20_000, refillMs: 1 },
  requestsPerMember: { burst: 10_000, refillMs: 2.5 },
  // Behind a proxy that is not named, these are all clients together.
  requestsInside: { burst: 200_000, refillMs: 0.125 },
};

/**
 * Buckets kept for each limit; the one unused for longest is forgotten first, which only ever
 * forgives.
 */
const BUCKETS_MAX = 20_000;

/**
 * Limits whose key somebody types. A flood of invented names must not make us forget how often a
 * real one was guessed at, so what is still being counted is never forgotten.
 */
const TYPED: ReadonlySet<LimitName> = new Set([
  'loginPerAccount',
  'loginPerProof',
  'codePerAccount',
  'passwordPerUser',
]);
/** Names beyond the most share so many buckets; each of them then waits for its neighbours. */
const SHARED_BUCKETS = 4_096;

interface Bucket {
  tokens: number;
  at: number;
}

export type LimitName = keyof RateLimits;

export interface RateLimiter {
  /**
   * Takes tokens, one when not said otherwise; 0 when there was one, else the whole seconds until
   * there will be. What is dearer than what is left leaves a debt, so that it waits next time.
   */
  take(name: LimitName, key: string | number, tokens?: number): number;
  /** As `take` would answer, without taking. */
  wait(name: LimitName, key: string | number): number;
}

/**
 * Keeps each bucket until it is full again, which is when forgetting it changes nothing. Keys that
 * find no room are counted together with others, by a hash that nobody outside can compute.
 */
class LastingBuckets {
  readonly #own = new Map<string | number, Bucket>();
  readonly #shared = new Map<number, Bucket>();
  readonly #key = randomBytes(16);
  readonly #fullAfterMs: number;
  readonly #now: () => number;
  #sweptAt = 0;

  constructor({ burst, refillMs }: Limit, now: () => number) {
    this.#fullAfterMs = burst * refillMs;
    this.#now = now;
  }

  get(key: string | number): Bucket | undefined {
    return this.#own.get(key) ?? (this.#own.size < BUCKETS_MAX ? undefined : this.#shared.get(this.#slotOf(key)));
  }

  set(key: string | number, bucket: Bucket): void {
    if (BUCKETS_MAX <= this.#own.size) this.#sweep();
    if (this.#own.size < BUCKETS_MAX) this.#own.set(key, bucket);
    else this.#shared.set(this.#slotOf(key), bucket);
  }

  #slotOf(key: string | number): number {
    return createHmac('sha256', this.#key).update(String(key)).digest().readUInt32BE(0) % SHARED_BUCKETS;
  }

  /** At most once a second, or a flood of names would make each request walk all of them. */
  #sweep(): void {
    const now = this.#now();
    if (now < this.#sweptAt + SECOND) return;
    this.#sweptAt = now;
    for (const [key, { at }] of this.#own) if (at + this.#fullAfterMs <= now) this.#own.delete(key);
  }
}

export function createRateLimiter(limits: RateLimits | undefined, clock: Clock): RateLimiter {
  if (limits === undefined) return { take: () => 0, wait: () => 0 };
  const buckets = new Map<LimitName, LastingBuckets | LRUCache<string | number, Bucket>>();
  for (const name of Object.keys(limits) as LimitName[]) {
    const bucketSet = TYPED.has(name)
      ? new LastingBuckets(limits[name], clock.now)
      : new LRUCache<string | number, Bucket>({ max: BUCKETS_MAX });
    buckets.set(name, bucketSet);
  }
  const filled = (name: LimitName, key: string | number): Bucket | undefined => {
    const { burst, refillMs } = limits[name];
    const now = clock.now();
    const bucket = buckets.get(name)!.get(key);
    if (bucket === undefined) return undefined;
    // A clock that was set back refills nothing and takes nothing away.
    bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, now - bucket.at) / refillMs);
    bucket.at = now;
    return bucket;
  };
  const waitOf = (name: LimitName, bucket: Bucket | undefined): number =>
    bucket === undefined || 1 <= bucket.tokens
      ? 0
      : Math.max(1, Math.ceil(((1 - bucket.tokens) * limits[name].refillMs) / SECOND));
  return {
    take(name, key, tokens = 1) {
      const bucket = filled(name, key);
      if (bucket === undefined) {
        buckets.get(name)!.set(key, { tokens: limits[name].burst - tokens, at: clock.now() });
        return 0;
      }
      const wait = waitOf(name, bucket);
      if (wait === 0) bucket.tokens -= tokens;
      return wait;
    },
    wait: (name, key) => waitOf(name, filled(name, key)),
  };
}
