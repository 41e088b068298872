import { alertsModule } from './alerts/handlers.ts';
import { contractsModule } from './contracts/handlers.ts';
import { convertModule } from './convert/handlers.ts';
import type { CoreModule } from './core/types.ts';
import { ledgerModule } from './ledger/handlers.ts';
import { levelsModule } from './levels/handlers.ts';
import { optionsModule } from './options/handlers.ts';
import { spotModule } from './spot/handlers.ts';

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
