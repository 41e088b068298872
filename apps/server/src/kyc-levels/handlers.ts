import type { CoreModule } from '../kernel/core/types.ts';
import { realBookOnly } from '../money/funding/real-book-only.ts';
import {
  cancelReturn,
  type HoldBody,
  type ReturnHeldBody,
  releaseHeld,
  returnHeld,
  type SentBackBody,
  sentBack,
} from './decisions.ts';
import { followLevels } from './follow.ts';
import { HOLDS_TABLE, USAGE_TABLE } from './rows.ts';
import { emptySlice, KYC_LEVELS_MODULE, type KycLevelRows, type KycLevelsSlice, reduce } from './slice.ts';

export type KycLevelCommands = {
  readonly 'deposits.returnHeld': { readonly body: ReturnHeldBody; readonly facts: null };
  readonly 'deposits.sentBack': { readonly body: SentBackBody; readonly facts: null };
  readonly 'deposits.cancelReturn': { readonly body: HoldBody; readonly facts: null };
  readonly 'deposits.releaseHeld': { readonly body: HoldBody; readonly facts: null };
};

/** What each level of identity allows on the real book, and what is used of it. */
export const kycLevelsModule: CoreModule<KycLevelCommands, KycLevelRows, KycLevelsSlice> = {
  name: KYC_LEVELS_MODULE.name,
  initial: emptySlice,
  tables: [USAGE_TABLE, HOLDS_TABLE],
  reduce,
  handlers: realBookOnly({
    'deposits.returnHeld': returnHeld,
    'deposits.sentBack': sentBack,
    'deposits.cancelReturn': cancelReturn,
    'deposits.releaseHeld': releaseHeld,
  }),
  gather: {},
  follows: followLevels,
};
