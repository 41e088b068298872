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
  readonly loginPerAccount: Limit;
  readonly codePerAddress: Limit;
  readonly codePerAccount: Limit;
  readonly existsPerAddress: Limit;
  readonly registerPerAddress: Limit;
  readonly guestPerAddress: Limit;
  readonly passwordPerUser: Limit;
  readonly ordersPerUser: Limit;
  readonly readsPerUser: Limit;
  readonly exportsPerUser: Limit;
  readonly badTokenPerAddress: Limit;
}

const SECOND = 1_000;
const MINUTE = 60_000;

/**
 * Generous to a classroom behind one address, hopeless for guessing: one account takes ten wrong
 * passwords, then two a minute. Codes have a cooldown of their own on top.
 */
export const DEFAULT_LIMITS: RateLimits = {
  loginPerAddress: { burst: 40, refillMs: 3 * SECOND },
  loginPerAccount: { burst: 10, refillMs: 30 * SECOND },
  codePerAddress: { burst: 20, refillMs: 30 * SECOND },
  codePerAccount: { burst: 5, refillMs: 12 * MINUTE },
  existsPerAddress: { burst: 30, refillMs: 3 * SECOND },
  registerPerAddress: { burst: 20, refillMs: 30 * SECOND },
  guestPerAddress: { burst: 40, refillMs: 20 * SECOND },
  passwordPerUser: { burst: 10, refillMs: 30 * SECOND },
  ordersPerUser: { burst: 50, refillMs: 50 },
  readsPerUser: { burst: 200, refillMs: 20 },
  exportsPerUser: { burst: 5, refillMs: 10 * SECOND },
  badTokenPerAddress: { burst: 100, refillMs: SECOND },
};

/**
 * Buckets kept for each limit; the one unused for longest is forgotten first, which only ever
 * forgives.
 */
const BUCKETS_MAX = 20_000;

interface Bucket {
  tokens: number;
  at: number;
}

export type LimitName = keyof RateLimits;

export interface RateLimiter {
  /** Takes one token; 0 when there was one, else the whole seconds until there will be. */
  take(name: LimitName, key: string | number): number;
}

export function createRateLimiter(limits: RateLimits | undefined, clock: Clock): RateLimiter {
  if (limits === undefined) return { take: () => 0 };
  const buckets = new Map<LimitName, LRUCache<string | number, Bucket>>();
  for (const name of Object.keys(limits) as LimitName[]) buckets.set(name, new LRUCache({ max: BUCKETS_MAX }));
  return {
    take(name, key) {
      const { burst, refillMs } = limits[name];
      const known = buckets.get(name)!;
      const now = clock.now();
      const bucket = known.get(key);
      if (bucket === undefined) {
        known.set(key, { tokens: burst - 1, at: now });
        return 0;
      }
      // A clock that was set back refills nothing and takes nothing away.
      bucket.tokens = Math.min(burst, bucket.tokens + Math.max(0, now - bucket.at) / refillMs);
      bucket.at = now;
      if (1 <= bucket.tokens) {
        bucket.tokens -= 1;
        return 0;
      }
      return Math.max(1, Math.ceil(((1 - bucket.tokens) * refillMs) / SECOND));
    },
  };
}

/** Who an address is, for counting: a household has a whole /64 of IPv6. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped !== null) return mapped[1]!;
  const [head = ''] = ip.split('%');
  const [left = '', right] = head.split('::');
  const leftGroups = left === '' ? [] : left.split(':');
  const rightGroups = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - leftGroups.length - rightGroups.length);
  const groups = [...leftGroups, ...Array<string>(zeros).fill('0'), ...rightGroups];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
