import { code } from '@glasshouse/api/codes';
import type { CoreBus } from '../kernel/bus.ts';
import type { Json } from '../kernel/types.ts';
import { answerOf, type CallAnswer, refuse } from '../platform/call.ts';
import type { OperatorContext, OperatorHandlers } from '../platform/operator-call.ts';
import type { Pool } from '../platform/postgres.ts';
import { holdsOf } from './queries.ts';

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };

/** What operators decide about credits above a limit. */
export function heldDepositCalls({ pool, bus }: { readonly pool: Pool; readonly bus: CoreBus }): OperatorHandlers {
  const command = async (
    context: OperatorContext,
    of: { readonly deposit: number; readonly type: string; readonly reason: string; readonly fields?: object },
  ): Promise<CallAnswer<Outcome>> => {
    const { deposit, type, reason } = of;
    const hold = (await holdsOf(pool, [deposit])).get(deposit);
    if (hold === undefined) return refuse(code.nothingFound, 'id');
    const body = { ...of.fields, deposit, reason, by: context.stamp() } as Json;
    const common = { id: context.commandId, userId: hold.user_id, book: 'real' } as const;
    const answered = answerOf<Outcome>(await bus.submit({ ...common, type, body }));
    // The core keeps only what is held.
    const isOver = !answered.ok && answered.code === code.nothingFound && hold.closed_at !== null;
    return isOver ? refuse(code.orderAlreadyFinal, 'id') : answered;
  };
  return {
    returnHeldDeposit: ({ params, body }, context) =>
      command(context, { deposit: params.id, type: 'deposits.returnHeld', reason: body.reason }),
    releaseHeldDeposit: ({ params, body }, context) =>
      command(context, { deposit: params.id, type: 'deposits.releaseHeld', reason: body.reason }),
    markDepositSentBack: ({ params, body }, context) =>
      command(context, {
        deposit: params.id,
        type: 'deposits.sentBack',
        reason: body.reason,
        fields: { reference: body.reference },
      }),
  };
}
