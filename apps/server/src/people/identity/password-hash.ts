import { code } from '@glasshouse/api/codes';
import { hash, verify } from '@node-rs/argon2';
import type { CallAnswer } from '../../platform/call.ts';

/**
 * Argon2id with OWASP's parameters (19 MiB, two passes, one lane): about 50 ms of one core. The values are part of each stored hash,
 * so raising them later leaves the old ones readable.
 */
export const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes run on libuv's pool of four threads, which files and compression share: two at a time leave room for those. */
export const HASHES_AT_ONCE = 2;
/** Whoever comes after this many waiting is told to try again: at 50 ms each, they would wait longer than a person does. */
export const HASHES_WAITING_MAX = 128;

export type Busy = 'busy';

/** The answer to whoever meets 'busy': come back in a second. */
export const BUSY: CallAnswer<never> = { ok: false, code: code.tooManyRequests, retryAfter: 1 };

export interface PasswordHasher {
  /** 'busy' when too many are waiting already. */
  hash(password: string): Promise<string | Busy>;
  /** As slow for an account that does not exist (`stored` undefined) as for one that does, so time tells nothing. */
  verify(stored: string | undefined, password: string): Promise<boolean | Busy>;
}

export function createPasswordHasher(atOnce = HASHES_AT_ONCE, waitingMax = HASHES_WAITING_MAX): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  let nobody: Promise<string> | undefined;

  const limited = async <Value>(work: () => Promise<Value>): Promise<Value | Busy> => {
    if (running < atOnce) running += 1;
    else if (waiting.length < waitingMax) await new Promise<void>((resume) => waiting.push(resume));
    else return 'busy';
    try {
      return await work();
    } finally {
      // The place is handed over, not freed and fought for: `running` stays as it is when somebody waits.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    hash: (password) => limited(() => hash(password, ARGON2)),
    verify: (stored, password) =>
      limited(async () => {
        nobody ??= hash('nobody has this password', ARGON2);
        const matches = await verify(stored ?? (await nobody), password);
        return stored !== undefined && matches;
      }),
  };
}
