import { code } from '@glasshouse/api/codes';
import { NO_CHAINS } from '../../chains/settings.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { PersonChecks } from '../../money/withdrawals/routes.ts';
import { done, refuse } from '../../platform/call.ts';
import type { OperatorHandlers } from '../../platform/operator-call.ts';
import type { Pool } from '../../platform/postgres.ts';
import { fundingOperatorCalls } from '../funding.ts';

type Deps = Parameters<typeof fundingOperatorCalls>[0];

/** Images have tests of their own: here nobody attaches one. */
export const NO_FILES: Deps['files'] = {
  vault: { open: async () => undefined },
  images: { run: async () => ({ ok: false, refused: 'format' }) },
};

/** Operators' calls about money where nothing is priced and no chain is connected. */
export const testFundingOperatorCalls = (
  core: { readonly pool: Pool; readonly bus: CoreBus },
  parts: Pick<Deps, 'clock' | 'masterKey' | 'watcherOf'>,
): OperatorHandlers =>
  fundingOperatorCalls({ ...core, instruments: undefined, chains: NO_CHAINS, files: NO_FILES, ...parts });

/** Somebody verified, with a withdrawal password and a mail address, who passes every step. */
export const testPersonChecks = (checks: Partial<PersonChecks> = {}): PersonChecks => ({
  checkWithdrawalPassword: async () => undefined,
  takeStep: async () => done({ by: 'email', putBack: async () => {} }),
  askStep: async () => refuse(code.passkeysUnavailable),
  hasStepPasskey: async () => false,
  withdrawalsBlockedUntil: async () => undefined,
  stepOf: async () => 'email',
  hasWithdrawalPassword: async () => true,
  verifiedHolderOf: async () => ({ name: 'Ada Lovelace', case: 1 }),
  ...checks,
});
