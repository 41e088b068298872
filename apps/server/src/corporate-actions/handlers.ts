import type { CoreModule } from '../kernel/core/types.ts';
import { type AnnounceBody, announce, carryOut, type LapseBody, lapse, onTick, onTime } from './apply.ts';
import { askHeld } from './questions.ts';
import { factsOfRelease, type ReleaseBody, type ReleaseFacts, releasePrice } from './release.ts';
import { type AdjustBody, CORPORATE_ACTIONS_TABLE, CORPORATE_NOTICES_TABLE, PRICE_RELEASES_TABLE } from './rows.ts';
import {
  type CancelActionBody,
  cancelAction,
  factsOfSchedule,
  type ImportBody,
  importAction,
  type ScheduleBody,
  type ScheduleFacts,
  scheduleAction,
} from './schedule.ts';
import {
  CORPORATE_ACTIONS,
  type CorporateActionRows,
  type CorporateActionsSlice,
  emptySlice,
  reduce,
} from './slice.ts';

export type CorporateActionCommands = {
  readonly 'corporate.schedule': { readonly body: ScheduleBody; readonly facts: ScheduleFacts };
  readonly 'corporate.import': { readonly body: ImportBody; readonly facts: ScheduleFacts };
  readonly 'corporate.cancel': { readonly body: CancelActionBody; readonly facts: null };
  readonly 'corporate.announce': { readonly body: AnnounceBody; readonly facts: null };
  readonly 'corporate.lapse': { readonly body: LapseBody; readonly facts: null };
  readonly 'instruments.adjust': { readonly body: AdjustBody; readonly facts: null };
  readonly 'instruments.end': { readonly body: AdjustBody; readonly facts: null };
  readonly 'prices.release': { readonly body: ReleaseBody; readonly facts: ReleaseFacts };
};

/**
 * The calendar of corporate actions. It stands before every product: the first price after an
 * action moves what is open to the new basis before it fires anything.
 */
export const corporateActionsModule: CoreModule<CorporateActionCommands, CorporateActionRows, CorporateActionsSlice> = {
  name: CORPORATE_ACTIONS.name,
  initial: emptySlice,
  tables: [CORPORATE_ACTIONS_TABLE, PRICE_RELEASES_TABLE, CORPORATE_NOTICES_TABLE],
  reduce,
  handlers: {
    'corporate.schedule': scheduleAction,
    'corporate.import': importAction,
    'corporate.cancel': cancelAction,
    'corporate.announce': announce,
    'corporate.lapse': lapse,
    'instruments.adjust': carryOut,
    'instruments.end': carryOut,
    'prices.release': releasePrice,
  },
  gather: {
    'corporate.schedule': factsOfSchedule,
    'corporate.import': factsOfSchedule,
    'prices.release': factsOfRelease,
  },
  internal: ['corporate.import', 'corporate.announce', 'corporate.lapse', 'instruments.adjust', 'instruments.end'],
  questions: { 'prices.held': askHeld },
  onTick,
  onTime,
};
