import type { CoreModule } from './core/types.ts';
import { ledgerModule } from './ledger/handlers.ts';
import { optionsModule } from './options/handlers.ts';

/** Every product of the core, in the order in which ticks and time reach them. */
export const MODULES: readonly CoreModule[] = [ledgerModule, optionsModule as CoreModule];
