import { code } from '@glasshouse/api/codes';
import { addressLink, transactionLink } from '../../chains/network.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { done, refuse } from '../../platform/call.ts';
import type { OperatorContext, OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import { mergeCalls } from '../../platform/server-module.ts';
import { comparableName } from '../funding/iban.ts';
import { looked } from '../funding/operator-reads.ts';
import type { BankAccount } from '../funding/private-details.ts';
import { type ActDeps, actOn, readHash } from './operator-act.ts';
import {
  earlierWithdrawals,
  itemView,
  QUEUE_CURSOR_PARTS,
  type Viewer,
  type WithdrawalRow,
  withdrawalQueue,
  withdrawalRow,
} from './operator-queries.ts';
import { payoutCalls } from './payout-routes.ts';
import { contextOf } from './queries.ts';
import { type RiskDeps, riskSheet } from './risk.ts';
import { withdrawalView } from './view.ts';

export interface WithdrawalOperatorDeps extends ActDeps, Pick<RiskDeps, 'identityOf'> {
  /** First and last name as verified; undefined before that. */
  readonly verifiedNameOf: (userId: number) => Promise<string | undefined>;
}

export function withdrawalOperatorCalls(deps: WithdrawalOperatorDeps) {
  const { pool, now, networks } = deps;
  const viewerOf = (context: OperatorContext): Viewer => ({ now: now(), by: context.stamp() });
  const watcherFor = ({ network }: WithdrawalRow) => (network === null ? 'none' : deps.watcherOf(network));

  const own = {
    async listWithdrawalQueue({ query }, context) {
      const page = readPage(query, QUEUE_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await withdrawalQueue(deps, query, page, viewerOf(context)));
    },

    async getWithdrawalCase({ params }, context) {
      const row = await withdrawalRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const { user_id: userId } = row;
      const log = await looked(deps, context, { userId, kind: 'withdrawals', subject: `withdrawal ${row.id}` });
      if (!log.ok) return log;
      const viewer = viewerOf(context);
      const [view, item, banks, verified, risk, earlier] = await Promise.all([
        contextOf(deps, { userId, language: context.language }, [row]),
        itemView(deps, [row], viewer),
        deps.details.read<BankAccount>([row.details]),
        deps.verifiedNameOf(userId),
        riskSheet({ pool, now: now(), identityOf: deps.identityOf }, row),
        earlierWithdrawals(deps, row, viewer),
      ]);
      const bank = row.details === null ? undefined : banks.get(row.details);
      const network = row.network === null ? undefined : networks.networkOf(row.network);
      const link =
        network === undefined
          ? undefined
          : row.tx_hash === null
            ? addressLink(network, row.address ?? '')
            : transactionLink(network, row.tx_hash);
      return done({
        item: item(row),
        withdrawal: withdrawalView(row, view),
        bank:
          bank === undefined
            ? null
            : {
                ...bank,
                holderIsVerified: verified !== undefined && comparableName(verified) === comparableName(bank.holder),
              },
        link: link ?? null,
        watcher: watcherFor(row),
        paid:
          row.paid === null
            ? null
            : { amount: row.paid.amount, at: row.paid.at === null ? null : isoTime(row.paid.at) },
        replaced: [...(row.replaced ?? [])],
        secondPayments: (row.second_payments ?? []).map(({ hash, amount, at, isBooked }) => ({
          hash,
          amount,
          isBooked,
          at: at === null ? null : isoTime(at),
          link: network === undefined ? null : (transactionLink(network, hash) ?? null),
        })),
        risk,
        earlier,
      });
    },

    reviewWithdrawal: ({ params, body }, context) =>
      actOn(deps, context, {
        id: params.id,
        type: 'withdrawals.review',
        fields: {
          decision: body.decision,
          rejection: body.rejection ?? null,
          note: body.note ?? null,
          reason: body.reason,
        },
      }),

    async markWithdrawalSent({ params, body }, context) {
      const row = await withdrawalRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const hash = readHash(deps, row.network, body.hash);
      if (hash === undefined) return refuse(code.transactionHashWrong, 'hash');
      const fields = { hash, reason: body.reason };
      return actOn(deps, context, { id: params.id, type: 'withdrawals.sent', fields });
    },

    async replaceWithdrawalHash({ params, body }, context) {
      const row = await withdrawalRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const hash = readHash(deps, row.network, body.hash);
      if (hash === undefined) return refuse(code.transactionHashWrong, 'hash');
      const fields = { hash, reason: body.reason };
      return actOn(deps, context, { id: params.id, type: 'withdrawals.replace', fields });
    },

    settleSecondPayment: ({ params, body }, context) =>
      actOn(deps, context, {
        id: params.id,
        type: 'withdrawals.settle',
        fields: { payments: body.payments, reason: body.reason },
      }),

    failWithdrawal: ({ params, body }, context) =>
      actOn(deps, context, {
        id: params.id,
        type: 'withdrawals.failed',
        fields: { rejection: body.rejection, note: body.note ?? null, reason: body.reason },
      }),

    async confirmWithdrawal({ params, body }, context) {
      const row = await withdrawalRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const fields = {
        output: body.output ?? null,
        valueDate: body.valueDate ?? null,
        reason: body.reason,
      };
      return actOn(deps, context, { id: params.id, type: 'withdrawals.confirm', fields });
    },
  } satisfies OperatorHandlers;
  return mergeCalls([own, payoutCalls(deps)]);
}
