import { createHash } from 'node:crypto';
import { looksLikeRecoveryCode, newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import type { FactorStoreOptions } from './store-options.ts';
import { newTotpSecret, totpStep } from './totp.ts';

/** Wrong codes in a row before the next is refused unseen. */
export const TOTP_ATTEMPTS_MAX = 5;
const LOCK_FIRST_MINUTES = 15;
/** 15 minutes, 30, 60 … 24 hours: at most 0.01 % for a whole year of guessing. */
const LOCK_MAX_MINUTES = 24 * 60;
/** What was started and not confirmed within this time starts again. */
export const TOTP_SETUP_MS = 30 * 60_000;

export interface TotpState {
  /** Hex, to tell whether two people use the same app entry. */
  readonly fingerprint: string;
  readonly since: number;
}

export type FactorCheck =
  | {
      readonly ok: true;
      readonly by: 'totp' | 'recovery';
      readonly fingerprint: string;
      /** Of a recovery code that was used: its hash in hex. */
      readonly recovery?: string;
      /** Makes it good for one more use, where what it was given for did not happen. */
      readonly putBack: () => Promise<void>;
    }
  /** 'off': there is no app to check against; the tries of 'locked' were not even looked at. */
  | { readonly ok: false; readonly reason: 'off' | 'wrong' | 'locked' };

export interface TotpStore {
  /** Undefined while it is off, also during its set-up. */
  totpOf(owner: number): Promise<TotpState | undefined>;
  /** A fresh secret that waits for its first code; undefined when it is on already. */
  startTotp(owner: number, now: number): Promise<Buffer | undefined>;
  /** Switches it on by its first code; gives the recovery codes, which nobody can read again. */
  confirmTotp(owner: number, code: string, now: number): Promise<readonly string[] | 'wrong' | 'missing'>;
  /** Six digits of the app or a recovery code. Each is accepted once. */
  checkCode(owner: number, code: string, now: number): Promise<FactorCheck>;
  removeTotp(owner: number): Promise<boolean>;
  /** New recovery codes in place of all earlier ones. */
  renewRecoveryCodes(owner: number): Promise<readonly string[]>;
  recoveryCodesLeft(owner: number): Promise<number>;
}

interface TotpRow {
  readonly secret: Buffer;
  readonly fingerprint: string;
  readonly last_step: number;
}

export function totpStore({ db, kind, masterKey }: FactorStoreOptions): TotpStore {
  const table = `${kind}_totp`;
  const codesTable = `${kind}_recovery_codes`;
  const context = (owner: number): string => `${kind} ${owner}`;

  const open = (owner: number, row: TotpRow): Buffer => {
    const secret = masterKey.open('totp', row.secret, context(owner));
    if (secret === undefined)
      throw new Error(`the TOTP secret of ${context(owner)} cannot be opened: is a key missing?`);
    // The log has the fingerprint: an older secret of the same owner must not stand beside it.
    if (fingerprintOf(secret) !== row.fingerprint)
      throw new Error(`the TOTP secret of ${context(owner)} is not that of its fingerprint`);
    return secret;
  };

  /**
   * Counts the try before looking at it, so that many at once are no more than one after the other.
   * The right one sets the count back.
   */
  const countTry = async (owner: number, now: number): Promise<TotpRow | 'off' | 'locked'> => {
    const { rows } = await db.query<TotpRow>(
      `update ${table} set failures = failures + 1, locked_until = case
           when (failures + 1) % ${TOTP_ATTEMPTS_MAX} = 0 then $2::timestamptz + interval '1 minute' * least(
             ${LOCK_MAX_MINUTES}, ${LOCK_FIRST_MINUTES} * power(2, least(10, (failures + 1) / ${TOTP_ATTEMPTS_MAX} - 1))) end
        where owner = $1 and confirmed_at is not null and (locked_until is null or locked_until <= $2)
        returning secret, fingerprint, last_step`,
      [owner, new Date(now)],
    );
    if (rows[0] !== undefined) return rows[0];
    const { rowCount } = await db.query(`select from ${table} where owner = $1 and confirmed_at is not null`, [owner]);
    return rowCount === 0 ? 'off' : 'locked';
  };

  const replaceCodes = async (owner: number): Promise<readonly string[]> => {
    const codes = newRecoveryCodes();
    await db.query(
      `with gone as (delete from ${codesTable} where owner = $1)
       insert into ${codesTable} (owner, code_hash) select $1, unnest($2::bytea[])`,
      [owner, codes.map((code) => recoveryCodeHash(context(owner), code))],
    );
    return codes;
  };

  return {
    async totpOf(owner) {
      const { rows } = await db.query<TotpState>(
        `select fingerprint, confirmed_at as since from ${table} where owner = $1 and confirmed_at is not null`,
        [owner],
      );
      return rows[0];
    },
    async startTotp(owner, now) {
      const secret = newTotpSecret();
      const { rowCount } = await db.query(
        `insert into ${table} (owner, secret, fingerprint, created_at) values ($1, $2, $3, $4)
         on conflict (owner) do update
           set secret = excluded.secret, fingerprint = excluded.fingerprint, created_at = excluded.created_at
           where ${table}.confirmed_at is null`,
        [owner, masterKey.seal('totp', secret, context(owner)), fingerprintOf(secret), new Date(now)],
      );
      return rowCount === 1 ? secret : undefined;
    },
    async confirmTotp(owner, code, now) {
      const { rows } = await db.query<TotpRow>(
        `select secret, fingerprint, last_step from ${table}
          where owner = $1 and confirmed_at is null and $2 < created_at`,
        [owner, new Date(now - TOTP_SETUP_MS)],
      );
      const row = rows[0];
      if (row === undefined) return 'missing';
      const step = totpStep(open(owner, row), { code, now, after: row.last_step });
      if (step === undefined) return 'wrong';
      const { rowCount } = await db.query(
        `update ${table} set confirmed_at = $2, last_step = $3
          where owner = $1 and confirmed_at is null and fingerprint = $4`,
        [owner, new Date(now), step, row.fingerprint],
      );
      return rowCount === 1 ? replaceCodes(owner) : 'missing';
    },
    async checkCode(owner, code, now) {
      const row = await countTry(owner, now);
      if (typeof row === 'string') return { ok: false, reason: row };
      const isRecovery = looksLikeRecoveryCode(code);
      const step = isRecovery ? undefined : totpStep(open(owner, row), { code, now, after: row.last_step });
      if (!isRecovery && step === undefined) return { ok: false, reason: 'wrong' };
      // Compare and set: of two uses of the same code one succeeds.
      const used = isRecovery
        ? await db.query(
            `update ${codesTable} set used_at = $3 where owner = $1 and code_hash = $2 and used_at is null`,
            [owner, recoveryCodeHash(context(owner), code), new Date(now)],
          )
        : await db.query(`update ${table} set last_step = $2 where owner = $1 and last_step < $2`, [owner, step]);
      if (used.rowCount !== 1) return { ok: false, reason: 'wrong' };
      await db.query(`update ${table} set failures = 0, locked_until = null where owner = $1`, [owner]);
      const putBack = async (): Promise<void> => {
        // Never past another code that was accepted since.
        await (isRecovery
          ? db.query(`update ${codesTable} set used_at = null where owner = $1 and code_hash = $2 and used_at = $3`, [
              owner,
              recoveryCodeHash(context(owner), code),
              new Date(now),
            ])
          : db.query(`update ${table} set last_step = $3 where owner = $1 and last_step = $2`, [
              owner,
              step,
              row.last_step,
            ]));
      };
      const { fingerprint } = row;
      if (!isRecovery) return { ok: true, by: 'totp', fingerprint, putBack };
      const recovery = recoveryCodeHash(context(owner), code).toString('hex');
      return { ok: true, by: 'recovery', fingerprint, recovery, putBack };
    },
    async removeTotp(owner) {
      const { rowCount } = await db.query(
        `with codes as (delete from ${codesTable} where owner = $1) delete from ${table} where owner = $1`,
        [owner],
      );
      return rowCount === 1;
    },
    renewRecoveryCodes: replaceCodes,
    async recoveryCodesLeft(owner) {
      const { rows } = await db.query<{ left: number }>(
        `select count(*) as left from ${codesTable} where owner = $1 and used_at is null`,
        [owner],
      );
      return rows[0]?.left ?? 0;
    },
  };
}

const fingerprintOf = (secret: Buffer): string => createHash('sha256').update(secret).digest('hex');
