import { code } from '@glasshouse/api/codes';
import { refuse } from '../kernel/core/refusal.ts';
import { rulesOf } from '../kernel/core/rules.ts';
import type { Command, CoreState, Json, Outcome, Refusal } from '../kernel/core/types.ts';
import { isBarred } from './slice.ts';

/**
 * 10008 for somebody frozen or disabled. From version 7 of the rules on also for orders, which only
 * the gateway refused before: by a session that may be seconds old.
 */
export const refuseBarred = (state: CoreState, userId: number): Refusal | undefined =>
  7 <= rulesOf(state) && isBarred(state, userId) ? refuse(code.userStatusWrong) : undefined;

/**
 * The handler of something new, which nobody barred may begin; 10008 comes before its own refusals.
 * What ends something (close, cancel, repay, exit) goes without.
 */
export const unlessBarred =
  <Body extends Json, Facts extends Json>(handler: (state: CoreState, command: Command<Body, Facts>) => Outcome) =>
  (state: CoreState, command: Command<Body, Facts>): Outcome =>
    refuseBarred(state, command.userId) ?? handler(state, command);
