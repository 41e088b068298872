import { code } from '@glasshouse/api/codes';
import type { OperatorQueryOf } from '@glasshouse/api/operator/calls';
import { addressLink, transactionLink } from '../../chains/network.ts';
import type { Networks } from '../../chains/networks.ts';
import { canonicalTxHash, txHashProblem } from '../../chains/tx-hash.ts';
import type { CoreBus } from '../../kernel/bus.ts';
import type { Json } from '../../kernel/types.ts';
import { answerOf, type CallAnswer, done, type FileResult, refuse } from '../../platform/call.ts';
import type { OperatorContext, OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import { comparableName } from '../funding/iban.ts';
import { looked } from '../funding/operator-reads.ts';
import { readParameters } from '../funding/parameters.ts';
import type { BankAccount } from '../funding/private-details.ts';
import { BATCHES_CURSOR_PARTS, batchesPage, type FoundBatch, findBatch } from './batches.ts';
import { linksFile, payoutLink, payoutsCsv } from './exports/lists.ts';
import { safeBatch } from './exports/safe.ts';
import { painFile } from './exports/sepa.ts';
import {
  earlierWithdrawals,
  itemView,
  QUEUE_CURSOR_PARTS,
  withdrawalQueue,
  withdrawalRow,
} from './operator-queries.ts';
import { contextOf, type Reads } from './queries.ts';
import { type RiskDeps, riskSheet } from './risk.ts';
import { withdrawalView } from './view.ts';

export interface WithdrawalOperatorDeps extends Reads, Pick<RiskDeps, 'identityOf'> {
  readonly bus: CoreBus;
  readonly networks: Networks;
  readonly now: () => number;
  /** Text that nobody has had before. */
  readonly newId: () => string;
  /** First and last name as verified; undefined before that. */
  readonly verifiedNameOf: (userId: number) => Promise<string | undefined>;
}

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };
type Fields = { readonly [field: string]: Json };
type Format = OperatorQueryOf<'exportPayoutBatch'>['format'];

export function withdrawalOperatorCalls(deps: WithdrawalOperatorDeps): OperatorHandlers {
  const { pool, bus, now, networks } = deps;

  /** Sends a command about one withdrawal, in the name of the operator. */
  const act = async (
    context: OperatorContext,
    of: { readonly id: number; readonly type: string; readonly fields: Fields; readonly suffix?: string },
  ): Promise<CallAnswer<Outcome>> => {
    const row = await withdrawalRow(pool, of.id);
    if (row === undefined) return refuse(code.nothingFound, 'id');
    const body = { id: of.id, by: context.stamp(), ...of.fields };
    const command = {
      id: context.commandId + (of.suffix ?? ''),
      userId: row.user_id,
      book: 'real',
      type: of.type,
      body,
    } as const;
    const answer = await bus.submit(command);
    // The core keeps only those under way; ended ones are in the database.
    if (answer.code === code.nothingFound && row.closed_at !== null) return refuse(code.orderAlreadyFinal, 'id');
    return answerOf<Outcome>(answer);
  };

  /** The hash in the one spelling of its network; a bank's reference as it is. */
  const readHash = (network: string | null, text: string): string | undefined => {
    const known = network === null ? undefined : networks.networkOf(network);
    const hash = text.trim();
    if (known === undefined) return hash;
    return txHashProblem(known, hash) === undefined ? canonicalTxHash(hash) : undefined;
  };

  return {
    async listWithdrawalQueue({ query }) {
      const page = readPage(query, QUEUE_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await withdrawalQueue(deps, query, page, now()));
    },

    async getWithdrawalCase({ params }, context) {
      const row = await withdrawalRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const { user_id: userId } = row;
      const log = await looked(deps, context, { userId, kind: 'withdrawals', subject: `withdrawal ${row.id}` });
      if (!log.ok) return log;
      const [view, item, banks, verified, risk, earlier] = await Promise.all([
        contextOf(deps, { userId, language: context.language }, [row]),
        itemView(deps, [row], now()),
        deps.details.read<BankAccount>([row.details]),
        deps.verifiedNameOf(userId),
        riskSheet({ pool, now: now(), identityOf: deps.identityOf }, row),
        earlierWithdrawals(deps, row, now()),
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
        risk,
        earlier,
      });
    },

    reviewWithdrawal: ({ params, body }, context) =>
      act(context, {
        id: params.id,
        type: 'withdrawals.review',
        fields: {
          decision: body.decision,
          rejection: body.rejection ?? null,
          note: body.note ?? null,
          reason: body.reason,
        },
      }),

    async makePayoutBatch({ body }, context) {
      const fields = { ids: body.ids, by: context.stamp(), reason: body.reason };
      const answer = await bus.submit({
        id: context.commandId,
        userId: 0,
        book: 'real',
        type: 'withdrawals.batch',
        body: fields,
      });
      return answerOf<Outcome>(answer);
    },

    async listPayoutBatches({ query }) {
      const page = readPage(query, BATCHES_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await batchesPage(deps, page));
    },

    async getPayoutBatch({ params }) {
      const found = await findBatch(deps, networks, params.id);
      if (found === undefined) return refuse(code.nothingFound, 'id');
      const links = found.batch.payouts.map((payout) => ({ id: payout.withdrawal.id, uri: payoutLink(payout) }));
      const payouts = found.rows.map(await itemView(deps, found.rows, now()));
      return done({ batch: found.view, payouts, links: links.filter(({ uri }) => uri !== '') });
    },

    async exportPayoutBatch({ params, query }) {
      const found = await findBatch(deps, networks, params.id);
      if (found === undefined) return refuse(code.nothingFound, 'id');
      if (!found.view.formats.includes(query.format)) return refuse(code.outOfRange, 'format');
      return exportOf(deps, found, query.format);
    },

    async markWithdrawalSent({ params, body }, context) {
      const row = await withdrawalRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const hash = readHash(row.network, body.hash);
      if (hash === undefined) return refuse(code.transactionHashWrong, 'hash');
      return act(context, { id: params.id, type: 'withdrawals.sent', fields: { hash, reason: body.reason } });
    },

    async markBatchSent({ params, body }, context) {
      const found = await findBatch(deps, networks, params.id);
      if (found === undefined) return refuse(code.nothingFound, 'id');
      const hash = readHash(found.view.network, body.hash);
      if (hash === undefined) return refuse(code.transactionHashWrong, 'hash');
      const sent: number[] = [];
      const refused: { id: number; code: number }[] = [];
      for (const { id, state } of found.rows) {
        if (state !== 'approved') continue;
        const fields = { hash, reason: body.reason };
        const answer = await act(context, { id, type: 'withdrawals.sent', fields, suffix: `:${id}` });
        if (answer.ok) sent.push(id);
        else refused.push({ id, code: answer.code });
      }
      return done({ sent, refused });
    },

    failWithdrawal: ({ params, body }, context) =>
      act(context, {
        id: params.id,
        type: 'withdrawals.failed',
        fields: { rejection: body.rejection, note: body.note ?? null, reason: body.reason },
      }),

    confirmWithdrawal: ({ params, body }, context) =>
      act(context, { id: params.id, type: 'withdrawals.confirm', fields: { reason: body.reason } }),
  };
}

async function exportOf({ pool }: Reads, { batch, view }: FoundBatch, format: Format): Promise<CallAnswer<FileResult>> {
  const name = `payouts-${view.id}`;
  switch (format) {
    case 'csv':
      return file(`${name}.csv`, 'text/csv', payoutsCsv(batch));
    case 'links':
      return file(`${name}.txt`, 'text/plain', linksFile(batch));
    case 'safe': {
      const network = batch.payouts[0]?.network;
      if (network?.family !== 'evm') return refuse(code.outOfRange, 'format');
      return file(`${name}.json`, 'application/json', safeBatch(batch, network));
    }
    case 'pain03':
    case 'pain09': {
      const { holder, iban, bic } = (await readParameters(pool, 'deposit.bank'))['deposit.bank'];
      if (holder === undefined || iban === undefined) return refuse(code.parametersUnavailable);
      const version = format === 'pain03' ? 'pain.001.001.03' : 'pain.001.001.09';
      return file(`${name}.xml`, 'application/xml', painFile(batch, { holder, iban, bic }, version));
    }
  }
}

const file = (name: string, type: string, content: string): CallAnswer<FileResult> =>
  done({ name, type, chunks: once(content) });

async function* once(content: string): AsyncGenerator<string> {
  yield content;
}
