import { randomBytes } from 'node:crypto';
import { formatPoints } from '@glasshouse/rules/money';
import { Networks } from '../chains/networks.ts';
import type { ChainSettings } from '../chains/settings.ts';
import { readChainBalances } from '../chains/watch/balance-look.ts';
import { claimFiles, releaseFiles } from '../files/file-rows.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { heldDepositCalls } from '../kyc-levels/operator-routes.ts';
import { type DepositOperatorDeps, depositOperatorCalls } from '../money/deposits/operator-routes.ts';
import { type DepositCallsDeps, depositCalls } from '../money/deposits/routes.ts';
import { type FundingMailsDeps, tellFunding } from '../money/funding/mails.ts';
import { PrivateDetails } from '../money/funding/private-details.ts';
import { type WithdrawalOperatorDeps, withdrawalOperatorCalls } from '../money/withdrawals/operator-routes.ts';
import type { RiskDeps } from '../money/withdrawals/risk.ts';
import { type PersonChecks, type WithdrawalCallsDeps, withdrawalCalls } from '../money/withdrawals/routes.ts';
import { withdrawalChecks } from '../people/auth/factors/withdrawal-checks.ts';
import { SubmissionStore } from '../people/kyc/submissions.ts';
import type { Clock } from '../platform/clock.ts';
import { startJob } from '../platform/job.ts';
import type { Log } from '../platform/log.ts';
import type { MasterKey } from '../platform/master-key.ts';
import type { Pool } from '../platform/postgres.ts';
import type { Profile } from '../platform/profile.ts';
import { mergeCalls } from '../platform/server-module.ts';
import { loanOperatorCalls } from '../products/loans/operator-routes.ts';
import type { ReceiptDeps } from '../products/loans/receipt.ts';
import { type LoanCallsDeps, loanCalls } from '../products/loans/routes.ts';
import type { Instruments } from './instruments.ts';

/** Who a person is, as far as that was verified. */
export type Identity = Pick<PersonChecks, 'verifiedHolderOf'> &
  Pick<WithdrawalOperatorDeps, 'verifiedNameOf'> &
  Pick<RiskDeps, 'identityOf'>;

const RANDOM_BYTES = 16;
const randomText = (): string => randomBytes(RANDOM_BYTES).toString('hex');

/** What is sealed about withdrawals. */
export const privateDetailsOf = (pool: Pool, masterKey: MasterKey): PrivateDetails =>
  new PrivateDetails(pool, masterKey, randomText);

export interface FundingDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly instruments: Pick<Instruments, 'now' | 'opensAt' | 'pricesOf' | 'precisionOf'>;
  readonly profile: Profile;
  readonly chains: ChainSettings;
  readonly masterKey: MasterKey;
  readonly checks: PersonChecks;
  /** What proves loans. */
  readonly evidence: Omit<ReceiptDeps, 'pool'>;
}

/** Calls about money that comes in and goes out. */
export function fundingCalls({ pool, bus, instruments, profile, chains, masterKey, checks, evidence }: FundingDeps) {
  const { now } = instruments;
  /** Before its first tick a market shows the end of its chart: nothing converts at that. */
  const pricedOf = (code: string) => {
    const shown = instruments.pricesOf(code);
    return shown === null || shown.at === 0 ? null : shown;
  };
  const shared = {
    pool,
    bus,
    networks: new Networks(chains.networks),
    isRealBookClosed: profile === 'demo-only',
    priceOf: (code: string): string | null => {
      const mid = pricedOf(code)?.mid;
      const precision = instruments.precisionOf(code);
      return mid === undefined || precision === undefined ? null : formatPoints(mid, precision);
    },
    pricedAt: (code: string) => pricedOf(code)?.at ?? null,
    opensAt: instruments.opensAt,
  };
  const deposits: DepositCallsDeps = {
    ...shared,
    keys: chains.keys,
    watched: new Set(Object.keys(chains.watch)),
    canSimulate: profile === 'sandbox',
    newId: randomText,
    now,
    proofs: {
      claim: async (userId, id, usedBy) =>
        (await claimFiles(pool, { userId, usedBy, files: [{ id, purpose: 'depositProof' }], from: [usedBy] }))
          .length === 0,
      release: (usedBy) => releaseFiles(pool, usedBy, now()),
    },
  };
  const withdrawals: WithdrawalCallsDeps = {
    ...shared,
    ...checks,
    now,
    details: new PrivateDetails(pool, masterKey, randomText),
  };
  const loans: LoanCallsDeps = {
    ...shared,
    ...evidence,
    now,
    newId: randomText,
    midOf: midsOf(instruments),
    claimSignature: async (userId, id, usedBy) => {
      const files = [{ id, purpose: 'signature' }];
      const refused = await claimFiles(pool, { userId, usedBy, files, from: [usedBy] });
      if (0 < refused.length) return undefined;
      const { rows } = await pool.query<{ sha256: Buffer }>('select sha256 from files where id = $1', [id]);
      return rows[0]?.sha256.toString('hex');
    },
  };
  return mergeCalls([depositCalls(deposits), withdrawalCalls(withdrawals), loanCalls(loans)]);
}

type PriceSource = Pick<Instruments, 'pricesOf' | 'precisionOf'>;

/** Last mids with their decimals. */
const midsOf =
  ({ pricesOf, precisionOf }: PriceSource) =>
  (code: string) => {
    const mid = pricesOf(code)?.mid;
    const precision = precisionOf(code);
    return mid === undefined || precision === undefined ? undefined : { mid, precision };
  };

type IdentityOf = Parameters<typeof withdrawalChecks>[0] & { readonly masterKey: MasterKey };

/** What withdrawing asks of the modules of people. */
export function personChecks(identity: IdentityOf): PersonChecks {
  const { pool, masterKey } = identity;
  return {
    ...withdrawalChecks(identity),
    hasWithdrawalPassword: async (userId) =>
      (await pool.query('select from withdrawal_passwords where user_id = $1', [userId])).rowCount === 1,
    verifiedHolderOf: identityOf(pool, masterKey).verifiedHolderOf,
  };
}

/** As identity checks verified it. */
export function identityOf(pool: Pool, masterKey: MasterKey): Identity {
  const store = new SubmissionStore({ pool, master: masterKey });
  const verifiedHolderOf: Identity['verifiedHolderOf'] = async (userId) => {
    const { rows } = await pool.query<{ id: number; submission: string }>(
      `select c.id, c.submission from kyc_states s join kyc_cases c on c.id = s.basic_case
          where s.user_id = $1 and s.basic_state = 'verified' and c.state = 'verified'`,
      [userId],
    );
    const [row] = rows;
    const form = row === undefined ? undefined : (await store.open(row.submission))?.form;
    if (row === undefined || form === undefined) return undefined;
    return { name: `${form.firstName ?? ''} ${form.lastName ?? ''}`.trim(), case: row.id };
  };
  return {
    verifiedHolderOf,
    verifiedNameOf: async (userId) => (await verifiedHolderOf(userId))?.name,
    async identityOf(userId) {
      const { rows } = await pool.query<{ basic_state: string; full_state: string }>(
        'select basic_state, full_state from kyc_states where user_id = $1',
        [userId],
      );
      const [row] = rows;
      return row?.full_state === 'verified' ? 'full' : row?.basic_state === 'verified' ? 'basic' : 'none';
    },
  };
}

/** Operators' calls about money that comes in and goes out. */
export function fundingOperatorCalls(deps: {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly clock: Clock;
  readonly masterKey: MasterKey;
  readonly chains: ChainSettings;
  readonly files: Pick<DepositOperatorDeps, 'vault' | 'images'>;
  /** Values pledges; undefined where nothing is priced. */
  readonly instruments: PriceSource | undefined;
  /** Whether a watcher sees payouts of a network; left out: no network is watched. */
  readonly watcherOf?: WithdrawalOperatorDeps['watcherOf'];
}) {
  const { pool, bus, clock, masterKey, chains, files, instruments, watcherOf = () => 'none' as const } = deps;
  const shared = { pool, bus, now: clock.now, newId: randomText, networks: new Networks(chains.networks) };
  const people = { ...identityOf(pool, masterKey), details: new PrivateDetails(pool, masterKey, randomText) };
  return mergeCalls([
    heldDepositCalls({ ...shared, details: people.details }),
    depositOperatorCalls({
      ...shared,
      ...files,
      ...people,
      chainBalances: () => readChainBalances(pool),
    }),
    withdrawalOperatorCalls({ ...shared, ...people, watcherOf }),
    loanOperatorCalls({ ...shared, midOf: instruments === undefined ? () => undefined : midsOf(instruments) }),
  ]);
}

const TELL_EVERY_MS = 10_000;

/** Tells people by mail what became of their money; the way to stop it. */
export const startFundingMails = ({ log, ...deps }: FundingMailsDeps & { readonly log: Pick<Log, 'warn'> }) =>
  startJob({
    work: (isStopping) => tellFunding(deps, isStopping),
    everyMs: TELL_EVERY_MS,
    onFailure: (error) => log.warn({ err: error }, 'mails about money could not be queued; the next run tries again'),
  });
