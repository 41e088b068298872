import { createAccountsModule } from '../account-data/handlers.ts';
import { accessModule } from '../authority/access/handlers.ts';
import { authorityModule } from '../authority/handlers.ts';
import { contentModule } from '../content/handlers.ts';
import { corporateActionsModule } from '../corporate-actions/handlers.ts';
import { guardModule } from '../kernel/core/guard.ts';
import { hitsModule } from '../kernel/core/hits.ts';
import { historyModule } from '../kernel/core/restored.ts';
import { rulesModule } from '../kernel/core/rules.ts';
import type { CoreModule } from '../kernel/core/types.ts';
import { kycLevelsModule } from '../kyc-levels/handlers.ts';
import { identityOf, verifiedBy } from '../kyc-levels/standing.ts';
import { ledgerModule } from '../ledger/handlers.ts';
import { provenanceModule } from '../market-data/provenance/handlers.ts';
import { depositsModule } from '../money/deposits/handlers.ts';
import { depositsOf, isDepositAddress, liveOf, owedBy } from '../money/deposits/slice.ts';
import { feeTiersModule } from '../money/fee-tiers/handlers.ts';
import { evidenceModule } from '../money/funding/evidence.ts';
import { watchedModule } from '../money/funding/watched.ts';
import { houseStockModule } from '../money/house-stock/handlers.ts';
import { createReferralsModule } from '../money/referrals/handlers.ts';
import { createWithdrawalsModule } from '../money/withdrawals/handlers.ts';
import { termsModule } from '../operator/terms/handlers.ts';
import { operatorUsersModule } from '../operator/users/handlers.ts';
import { alertsModule } from '../people/alerts/handlers.ts';
import { kycModule } from '../people/kyc/handlers.ts';
import { contractsModule } from '../products/contracts/handlers.ts';
import { convertModule } from '../products/convert/handlers.ts';
import { createLoansModule } from '../products/loans/handlers.ts';
import { hasOpenLoan } from '../products/loans/slice.ts';
import { createNftsModule } from '../products/nfts/handlers.ts';
import { optionsModule } from '../products/options/handlers.ts';
import { createPlansModule } from '../products/plans/handlers.ts';
import { spotModule } from '../products/spot/handlers.ts';

/** Every module of the core, in the order in which ticks and time reach them. */
export const MODULES: readonly CoreModule[] = [
  ledgerModule,
  rulesModule,
  historyModule,
  provenanceModule,
  guardModule,
  hitsModule,
  authorityModule,
  accessModule,
  // Before the products: a split is carried out before its first price fires anything.
  corporateActionsModule,
  optionsModule,
  contractsModule,
  spotModule,
  convertModule,
  houseStockModule,
  createPlansModule({ hasOpenLoan }),
  createNftsModule({ hasOpenLoan }),
  alertsModule,
  feeTiersModule,
  termsModule,
  operatorUsersModule,
  contentModule,
  kycModule,
  evidenceModule,
  kycLevelsModule,
  watchedModule,
  depositsModule,
  createReferralsModule({ isVerified: (state, userId) => verifiedBy(state, userId) !== undefined }),
  createLoansModule({ identityOf }),
  createWithdrawalsModule({ hasOpenLoan, owedBy, verifiedBy, isDepositAddress }),
  createAccountsModule({
    hasOpenLoan,
    owedBy,
    hasOpenDeposit: (state, userId) => 0 < liveOf(depositsOf(state), userId).length,
  }),
];
