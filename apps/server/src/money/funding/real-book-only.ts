import { code } from '@glasshouse/api/codes';
import { behindCheck } from '../../authority/action.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { Command, CoreState, Handler, Refusal } from '../../kernel/core/types.ts';

/**
 * 11035: money comes in and goes out on the real book only, whoever sends the command. By the rules
 * of before, only the gateway asked which book it was.
 */
const refuseDemo = (state: CoreState, { book }: Command): Refusal | undefined =>
  book !== 'real' && 10 <= rulesOf(state) ? refuse(code.switchToReal) : undefined;

/** The handlers of a module none of whose commands belongs to the demo book. */
export const realBookOnly = <Handlers extends object>(handlers: Handlers): Handlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([type, handle]) => [type, behindCheck(handle as Handler, refuseDemo)]),
  ) as Handlers;
