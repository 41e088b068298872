import { code } from '@glasshouse/api/codes';
import { FEE_TIER_MAX } from '@glasshouse/rules/fee-tiers';
import { parseAmount } from '@glasshouse/rules/money';
import { figureOf } from '../../figures/in-force.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { Command, CoreModule, CoreState, Effects, Outcome, RowChange } from '../../kernel/core/types.ts';
import {
  emptySlice,
  FEE_RESETS_TABLE,
  FEE_TIER_TERMS_TABLE,
  FEE_TIERS_MODULE,
  type FeeReset,
  type FeeTierRows,
  type FeeTiersSlice,
  feeTierOf,
  reduce,
  USER_FEE_TIERS_TABLE,
  type UserFeeTier,
} from './slice.ts';
import { type FeeTierOffer, feeTierOffers } from './table.ts';

export type Assignment = { readonly userId: number; readonly level: number; readonly volume: string };
export type AssignBody = { readonly assignments: readonly Assignment[] };

/**
 * A demo reset gives money back, so the fees paid with it do not count any more, and the tier goes
 * with them. Resets from before that was so keep what they did.
 */
function closeAll(state: CoreState, command: Command): Effects {
  const { userId, book, at, body } = command;
  const ruled = 2 <= rulesOf(state, (body as { readonly rules?: number } | null)?.rules);
  const rows: RowChange[] = ruled ? [changeOf<FeeReset>(FEE_RESETS_TABLE, { user_id: userId, book, at })] : [];
  if (ruled && 0 < feeTierOf(state, userId, book)) {
    const none = { user_id: userId, book, level: 0, volume: '0', assigned_at: at };
    rows.push(changeOf<UserFeeTier>(USER_FEE_TIERS_TABLE, { ...none, ...whence(state, command, userId) }));
  }
  return { postings: [], rows, events: [] };
}

/** So that the person can be told what has changed. */
const whence = (state: CoreState, { seq, book }: Pick<Command, 'seq' | 'book'>, userId: number) =>
  7 <= rulesOf(state)
    ? { assigned_by: seq, level_before: feeTierOf(state, userId, book) }
    : { assigned_by: null, level_before: null };

/**
 * Assigns users of one book the tiers that their fees have reached. Orders already placed keep
 * their fees.
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
  if (!sound || figureOf(state, 'feeTiers.assignmentsMax') < assignments.length) {
    return refuse(code.outOfRange, 'assignments');
  }
  const rows: RowChange[] = assignments
    .filter(({ userId, level }) => feeTierOf(state, userId, book) !== level)
    .map(({ userId, level, volume }) =>
      changeOf<UserFeeTier>(USER_FEE_TIERS_TABLE, {
        user_id: userId,
        book,
        level,
        volume,
        assigned_at: at,
        ...whence(state, command, userId),
      }),
    );
  return { ok: true, result: { assigned: rows.length }, postings: [], rows, events: [] };
}

export type FeeTierCommands = {
  readonly 'levels.assign': { readonly body: AssignBody; readonly facts: null };
  readonly 'levels.define': { readonly body: FeeTierOffer; readonly facts: null };
};

export const feeTiersModule: CoreModule<FeeTierCommands, FeeTierRows, FeeTiersSlice> = {
  name: FEE_TIERS_MODULE.name,
  initial: emptySlice,
  tables: [USER_FEE_TIERS_TABLE, FEE_TIER_TERMS_TABLE, FEE_RESETS_TABLE],
  reduce,
  handlers: { 'levels.assign': assign, 'levels.define': feeTierOffers.define },
  gather: {},
  closeAll,
  internal: ['levels.assign', 'levels.define'],
};
