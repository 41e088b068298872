import { code } from '@glasshouse/api/codes';
import { foldPassword } from '@glasshouse/api/typed-text';
import { hash, verify } from '@node-rs/argon2';
import type { CallAnswer } from '../../platform/call.ts';

/**
 * Argon2id with OWASP's parameters (19 MiB, two passes, one lane): about 50 ms of one core. The
 * values are part of each stored hash, so raising them later leaves the old ones readable.
 */
export const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashes run on libuv's pool of four threads, which files and compression share: two at a time
 * leave capacity for those.
 */
export const HASHES_AT_ONCE = 2;
/**
 * More than this many waiting are told to retry: at 50 ms each, they would wait longer than people
 * do.
 */
export const HASHES_WAITING_MAX = 128;

export type Busy = 'busy';

/** The answer to 'busy': retry in a second. */
export const BUSY: CallAnswer<never> = { ok: false, code: code.tooManyRequests, retryAfter: 1 };

export interface PasswordHasher {
  /** 'busy' when too many are waiting already. */
  hash(password: string): Promise<string | Busy>;
  /**
   * As slow for an unknown account (`stored` undefined) as for a known one, so timing reveals
   * nothing. In the form that is hashed (NFKC), and as it was typed for hashes from before that.
   */
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
      // The slot is handed over rather than freed and contended for: `running` stays the same when
      // somebody waits.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    hash: (password) => limited(() => hash(foldPassword(password), ARGON2)),
    verify: (stored, password) =>
      limited(async () => {
        nobody ??= hash('nobody has this password', ARGON2);
        const known = stored ?? (await nobody);
        const folded = foldPassword(password);
        const matches = (await verify(known, folded)) || (folded !== password && (await verify(known, password)));
        return stored !== undefined && matches;
      }),
  };
}
