import { code } from '@glasshouse/api/codes';
import { LEVEL_MAX } from '@glasshouse/rules/fee-tiers';
import { parseAmount } from '@glasshouse/rules/money';
import type { Command, CoreModule, CoreState, Outcome, RowChange } from '../../kernel/types.ts';
import { LEVELS_MODULE, type LevelsSlice, levelOf, reduce, USER_LEVELS_TABLE, type UserLevel } from './slice.ts';

export type Assignment = { readonly userId: number; readonly level: number; readonly volume: string };
export type AssignBody = { readonly assignments: readonly Assignment[] };

/** Users in one command: keeps a log entry readable and one application short. */
export const ASSIGNMENTS_MAX = 250;

/** Puts users of one book on the levels that their volume has reached. Fees of orders placed before stay as they are. */
function assign(state: CoreState, command: Command): Outcome {
  const { assignments } = command.body as AssignBody;
  const { book, at } = command;
  const sound = assignments.every(
    ({ userId, level, volume }) =>
      Number.isSafeInteger(userId) &&
      0 < userId &&
      Number.isInteger(level) &&
      0 <= level &&
      level <= LEVEL_MAX &&
      parseAmount(volume) !== undefined,
  );
  if (!sound || ASSIGNMENTS_MAX < assignments.length) {
    return { ok: false, code: code.outOfRange, fields: { assignments: code.outOfRange } };
  }
  const rows: RowChange[] = assignments
    .filter(({ userId, level }) => levelOf(state, userId, book) !== level)
    .map(({ userId, level, volume }) => {
      const row: UserLevel = { user_id: userId, book, level, volume, assigned_at: at };
      return { table: USER_LEVELS_TABLE.table, row: row as unknown as RowChange['row'] };
    });
  return { ok: true, result: { assigned: rows.length }, postings: [], rows, events: [] };
}

export const levelsModule: CoreModule<LevelsSlice> = {
  name: LEVELS_MODULE.name,
  initial: () => new Map(),
  tables: [USER_LEVELS_TABLE],
  reduce,
  handlers: { 'levels.assign': assign },
  internal: ['levels.assign'],
};
