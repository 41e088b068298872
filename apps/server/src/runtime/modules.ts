import type { CoreModule } from '../kernel/types.ts';
import { ledgerModule } from '../ledger/handlers.ts';
import { feeTiersModule } from '../money/fee-tiers/handlers.ts';
import { alertsModule } from '../people/alerts/handlers.ts';
import { contractsModule } from '../products/contracts/handlers.ts';
import { convertModule } from '../products/convert/handlers.ts';
import { optionsModule } from '../products/options/handlers.ts';
import { spotModule } from '../products/spot/handlers.ts';

/** Every module of the core, in the order in which ticks and time reach them. */
export const MODULES: readonly CoreModule[] = [
  ledgerModule,
  optionsModule,
  contractsModule,
  spotModule,
  convertModule,
  alertsModule,
  feeTiersModule,
];
