import { code } from '@glasshouse/api/codes';
import { FEE_TIER_MAX } from '@glasshouse/rules/fee-tiers';
import { parseAmount } from '@glasshouse/rules/money';
import { changeOf } from '../../kernel/effects.ts';
import { refuse } from '../../kernel/refusal.ts';
import type { Command, CoreModule, CoreState, Outcome, RowChange } from '../../kernel/types.ts';
import {
  FEE_TIERS_MODULE,
  type FeeTierRows,
  type FeeTiersSlice,
  feeTierOf,
  reduce,
  USER_FEE_TIERS_TABLE,
  type UserFeeTier,
} from './slice.ts';

export type Assignment = { readonly userId: number; readonly level: number; readonly volume: string };
export type AssignBody = { readonly assignments: readonly Assignment[] };

/** Users per command: keeps a log entry readable and applying it short. */
export const ASSIGNMENTS_MAX = 250;

/**
 * Assigns users of one book the tiers their volume has reached. Orders already placed keep their
 * fees.
 */
function assign(state: CoreState, command: Command<AssignBody>): Outcome {
  const { book, at } = command;
  const { assignments } = command.body;
  const sound = assignments.every(
    ({ userId, level, volume }) =>
      Number.isSafeInteger(userId) &&
      0 < userId &&
      Number.isInteger(level) &&
      0 <= level &&
      level <= FEE_TIER_MAX &&
      parseAmount(volume) !== undefined,
  );
  if (!sound || ASSIGNMENTS_MAX < assignments.length) {
    return refuse(code.outOfRange, 'assignments');
  }
  const rows: RowChange[] = assignments
    .filter(({ userId, level }) => feeTierOf(state, userId, book) !== level)
    .map(({ userId, level, volume }) =>
      changeOf<UserFeeTier>(USER_FEE_TIERS_TABLE, { user_id: userId, book, level, volume, assigned_at: at }),
    );
  return { ok: true, result: { assigned: rows.length }, postings: [], rows, events: [] };
}

export type FeeTierCommands = { readonly 'levels.assign': { readonly body: AssignBody; readonly facts: null } };

export const feeTiersModule: CoreModule<FeeTierCommands, FeeTierRows, FeeTiersSlice> = {
  name: FEE_TIERS_MODULE.name,
  initial: () => new Map(),
  tables: [USER_FEE_TIERS_TABLE],
  reduce,
  handlers: { 'levels.assign': assign },
  gather: {},
  internal: ['levels.assign'],
};
