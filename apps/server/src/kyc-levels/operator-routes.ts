import { code } from '@glasshouse/api/codes';
import { ADDRESS_CODES, addressProblem } from '../chains/address-problem.ts';
import type { Networks } from '../chains/networks.ts';
import { canonicalTxHash, txHashProblem } from '../chains/tx-hash.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import type { Json } from '../kernel/core/types.ts';
import { readAccount } from '../money/funding/iban.ts';
import type { PrivateDetails } from '../money/funding/private-details.ts';
import { answerOf, type CallAnswer, done, refuse } from '../platform/call.ts';
import type { OperatorContext, OperatorHandlers } from '../platform/operator-call.ts';
import type { Pool } from '../platform/postgres.ts';
import { holdsOf } from './queries.ts';
import type { DepositHold } from './rows.ts';

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };

export interface HeldDepositDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly networks: Networks;
  /** Account numbers stay out of the log. */
  readonly details: Pick<PrivateDetails, 'fingerprint'>;
}

/** What operators decide about credits above a limit. */
export function heldDepositCalls({ pool, bus, networks, details }: HeldDepositDeps) {
  const command = async (
    context: OperatorContext,
    action: {
      readonly deposit: number;
      readonly type: string;
      readonly reason: string;
      readonly fieldsOf?: (hold: DepositHold) => Promise<CallAnswer<object>>;
    },
  ): Promise<CallAnswer<Outcome>> => {
    const { deposit, type, reason } = action;
    const hold = (await holdsOf(pool, [deposit])).get(deposit);
    if (hold === undefined) return refuse(code.nothingFound, 'id');
    const fields = (await action.fieldsOf?.(hold)) ?? done({});
    if (!fields.ok) return fields;
    const body = { ...fields.result, deposit, reason, by: context.stamp() } as Json;
    const common = { id: context.commandId, userId: hold.user_id, book: 'real' } as const;
    const answered = answerOf<Outcome>(await bus.submit({ ...common, type, body }));
    // The core keeps only what is held.
    const isOver = !answered.ok && answered.code === code.nothingFound && hold.closed_at !== null;
    return isOver ? refuse(code.orderAlreadyFinal, 'id') : answered;
  };

  /** An address as it is, a bank account by its keyed digest. */
  const placeOf = async ({ network: name }: DepositHold, text: string): Promise<CallAnswer<string>> => {
    if (name === null) {
      const account = readAccount(text);
      return account === undefined ? refuse(code.accountNumberWrong, 'to') : done(await details.fingerprint(account));
    }
    const network = networks.networkOf(name);
    const problem =
      network === undefined ? undefined : addressProblem(network, text.trim(), { networks: networks.all });
    return problem === undefined ? done(text.trim()) : refuse(ADDRESS_CODES[problem], 'to');
  };

  return {
    returnHeldDeposit: ({ params, body }, context) =>
      command(context, {
        deposit: params.id,
        type: 'deposits.returnHeld',
        reason: body.reason,
        fieldsOf: async (hold) => {
          if (body.to === undefined || body.to.trim() === '') return done({});
          const to = await placeOf(hold, body.to);
          return to.ok ? done({ to: to.result }) : to;
        },
      }),
    cancelDepositReturn: ({ params, body }, context) =>
      command(context, { deposit: params.id, type: 'deposits.cancelReturn', reason: body.reason }),
    releaseHeldDeposit: ({ params, body }, context) =>
      command(context, { deposit: params.id, type: 'deposits.releaseHeld', reason: body.reason }),
    markDepositSentBack: ({ params, body }, context) =>
      command(context, {
        deposit: params.id,
        type: 'deposits.sentBack',
        reason: body.reason,
        fieldsOf: async (hold) => {
          const to = await placeOf(hold, body.to);
          if (!to.ok) return to;
          const network = hold.network === null ? undefined : networks.networkOf(hold.network);
          const reference = body.reference.trim();
          if (network !== undefined && txHashProblem(network, reference) !== undefined) {
            return refuse(code.transactionHashWrong, 'reference');
          }
          return done({
            to: to.result,
            reference: network === undefined ? reference : canonicalTxHash(reference),
            output: body.output ?? null,
            valueDate: body.valueDate ?? null,
            ...(body.compared === undefined ? {} : { compared: body.compared }),
          });
        },
      }),
  } satisfies OperatorHandlers;
}
