import type { CoreModule } from '../kernel/types.ts';
import { ledgerModule } from '../ledger/handlers.ts';
import { levelsModule } from '../money/fee-tiers/handlers.ts';
import { alertsModule } from '../people/alerts/handlers.ts';
import { contractsModule } from '../products/contracts/handlers.ts';
import { convertModule } from '../products/convert/handlers.ts';
import { optionsModule } from '../products/options/handlers.ts';
import { spotModule } from '../products/spot/handlers.ts';

/** Every product of the core, in the order in which ticks and time reach them. */
export const MODULES: readonly CoreModule[] = [
  ledgerModule,
  optionsModule as CoreModule,
  contractsModule as CoreModule,
  spotModule as CoreModule,
  convertModule as CoreModule,
  alertsModule as CoreModule,
  levelsModule as CoreModule,
];
