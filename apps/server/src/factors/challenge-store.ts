import { createHash } from 'node:crypto';
import { CHALLENGE_VALID_MS, newChallenge } from './passkeys.ts';
import type { FactorStoreOptions } from './store-options.ts';

/** A response made for one purpose is worth nothing for another. */
export type ChallengePurpose = 'register' | 'login' | 'step' | 'withdraw';

export interface ChallengeFor {
  readonly purpose: ChallengePurpose;
  /** Undefined while nobody has said who they are. */
  readonly owner: number | undefined;
  /** Digest of what is confirmed: signed for one thing, it confirms no other. */
  readonly about?: string | undefined;
  readonly now: number;
}

export interface ChallengeStore {
  newChallenge(request: ChallengeFor): Promise<string>;
  /** True once, for the purpose and the owner that it was made for, until it expires. */
  takeChallenge(challenge: string, request: ChallengeFor): Promise<boolean>;
}

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

export function challengeStore({ db, kind }: Pick<FactorStoreOptions, 'db' | 'kind'>): ChallengeStore {
  return {
    async newChallenge({ purpose, owner, about, now }) {
      const challenge = newChallenge();
      await db.query('delete from factor_challenges where expires_at < $1', [new Date(now)]);
      await db.query(
        `insert into factor_challenges (challenge_hash, kind, purpose, owner, expires_at, about)
         values ($1, $2, $3, $4, $5, $6)`,
        [hashOf(challenge), kind, purpose, owner ?? null, new Date(now + CHALLENGE_VALID_MS), about ?? null],
      );
      return challenge;
    },
    async takeChallenge(challenge, { purpose, owner, about, now }) {
      // Whoever brings it uses it up, also for the wrong purpose.
      const { rows } = await db.query<{ fits: boolean }>(
        `delete from factor_challenges where challenge_hash = $1
         returning kind = $2 and purpose = $3 and owner is not distinct from $4 and $5 < expires_at
                   and about is not distinct from $6 as fits`,
        [hashOf(challenge), kind, purpose, owner ?? null, new Date(now), about ?? null],
      );
      return rows[0]?.fits === true;
    },
  };
}
