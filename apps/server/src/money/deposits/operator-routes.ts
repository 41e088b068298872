import { code } from '@glasshouse/api/codes';
import { transactionLink } from '../../chains/network.ts';
import type { Networks } from '../../chains/networks.ts';
import { canonicalTxHash, txHashProblem } from '../../chains/tx-hash.ts';
import type { FileVault } from '../../files/file-vault.ts';
import type { ImageTaskResult } from '../../files/images/image-processes.ts';
import type { ImageTask } from '../../files/images/work.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import type { Json } from '../../kernel/core/types.ts';
import { holdsOf } from '../../kyc-levels/queries.ts';
import { answerOf, type CallAnswer, done, refuse } from '../../platform/call.ts';
import { type OperatorContext, type OperatorHandlers, operatorOf } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { fundingAlarms } from '../funding/alarms.ts';
import { comparableName, readAccount } from '../funding/iban.ts';
import { looked } from '../funding/operator-reads.ts';
import { readParameters } from '../funding/parameters.ts';
import type { PrivateDetails } from '../funding/private-details.ts';
import { type ChainBalances, reconcile } from '../funding/reconciliation.ts';
import { linesOf } from '../funding/timeline.ts';
import {
  depositItem,
  depositQueue,
  depositRow,
  earlierDeposits,
  type FindingRow,
  findingOf,
  mistakenEntries,
  QUEUE_CURSOR_PARTS,
  sameHash,
  sameSender,
  watcherOfNetwork,
} from './operator-queries.ts';
import type { Payer } from './rows.ts';
import { depositView } from './view.ts';

export interface DepositOperatorDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly networks: Networks;
  readonly now: () => number;
  /** Text that nobody has had before. */
  readonly newId: () => string;
  readonly chainBalances: ChainBalances;
  readonly vault: Pick<FileVault, 'open'>;
  readonly images: { run(task: ImageTask): Promise<ImageTaskResult> };
  readonly verifiedNameOf: (userId: number) => Promise<string | undefined>;
  /** Names of senders, which stay out of the log. */
  readonly details: PrivateDetails;
}

type Outcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };

export function depositOperatorCalls(deps: DepositOperatorDeps) {
  const { pool, bus, now, networks } = deps;

  /** Sends a command about one deposit, in the name of the operator. */
  const act = async (
    context: OperatorContext,
    id: number,
    action: { readonly type: string; readonly fields: { readonly [field: string]: Json } },
  ): Promise<CallAnswer<Outcome>> => {
    const row = await depositRow(pool, id);
    if (row === undefined) return refuse(code.nothingFound, 'id');
    const body = { id, by: context.stamp(), ...action.fields };
    return answerOf<Outcome>(
      await bus.submit({ id: context.commandId, userId: row.user_id, book: 'real', type: action.type, body }),
    );
  };

  const shownFinding = async ({ sender, ...finding }: FindingRow) => {
    const details = await deps.details.read<{ name: string; account?: string }>([sender]);
    const { name = null, account = null } = (sender === null ? undefined : details.get(sender)) ?? {};
    return { ...finding, senderName: name, senderAccount: account };
  };

  /** What the core is told of who paid: whether it is the verified person, not the name. */
  const payerOf = async (userId: number, name: string, account: string | null) => {
    const verified = await deps.verifiedNameOf(userId);
    const isSame = verified !== undefined && comparableName(verified) === comparableName(name);
    const payer: Payer = verified === undefined ? 'unknown' : isSame ? 'same' : 'other';
    const [sender, senderKey] = await Promise.all([
      deps.details.keep(userId, account === null ? { name } : { name, account }, now()),
      deps.details.fingerprint(comparableName(name)),
    ]);
    return { payer, sender, senderKey };
  };

  return {
    async listDepositQueue({ query }) {
      const page = readPage(query, QUEUE_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await depositQueue(pool, query, page, now()));
    },

    async getDepositCase({ params }, context) {
      const row = await depositRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const log = await looked(deps, context, { userId: row.user_id, kind: 'deposits', subject: `deposit ${row.id}` });
      if (!log.ok) return log;
      const [finding, verifiedName, watcher, parameters, lines, senders, hashes, earlier, holds] = await Promise.all([
        findingOf(pool, row.id),
        deps.verifiedNameOf(row.user_id),
        watcherOfNetwork(pool, row.network),
        readParameters(pool, 'deposit.addresses'),
        linesOf(pool, row.user_id, [row]),
        sameSender(pool, row),
        sameHash(pool, row),
        earlierDeposits(pool, row, now()),
        holdsOf(pool, [row.id]),
      ]);
      const network = row.network === null ? undefined : networks.networkOf(row.network);
      const transfer =
        row.output === null || row.tx_hash === null
          ? null
          : {
              txHash: row.tx_hash,
              address: row.address ?? '',
              sender: row.sender,
              amount: row.arrived ?? '0',
              confirmations: row.confirmations ?? 0,
              needed: row.needed ?? 0,
              block: row.block,
              link: network === undefined ? null : (transactionLink(network, row.tx_hash) ?? null),
            };
      return done({
        item: depositItem(row, now()),
        deposit: depositView(row, { language: context.language, lines, hold: holds.get(row.id) }),
        proofFileId: row.proof,
        transfer,
        finding: finding === undefined ? null : await shownFinding(finding),
        verifiedName: verifiedName ?? null,
        watcher,
        isShared: parameters['deposit.addresses'][`${row.asset}.${row.network}`] !== undefined,
        sameSender: senders,
        sameHash: hashes,
        earlier,
      });
    },

    async reviewDeposit({ params, body }, context) {
      const row = await depositRow(pool, params.id);
      const network = row?.network == null ? undefined : networks.networkOf(row.network);
      const hash = body.hash?.trim();
      if (network !== undefined && hash !== undefined && txHashProblem(network, hash) !== undefined) {
        return refuse(code.transactionHashWrong, 'hash');
      }
      const account = body.senderAccount === undefined ? null : readAccount(body.senderAccount);
      if (account === undefined) return refuse(code.accountNumberWrong, 'senderAccount');
      const senderName = body.senderName?.trim();
      const isNamed = row?.method === 'bank' && senderName !== undefined && senderName !== '';
      const paidBy = isNamed ? await payerOf(row.user_id, senderName, account) : NO_PAYER;
      const answer = await act(context, params.id, {
        type: 'deposits.review',
        fields: {
          ...paidBy,
          senderAccount: account === null ? null : await deps.details.fingerprint(account),
          compared: body.compared ?? [],
          output: body.output ?? null,
          basis: body.basis ?? null,
          valueDate: body.valueDate ?? null,
          decision: body.decision,
          rejection: body.rejection ?? null,
          note: body.note ?? null,
          arrived: body.arrived ?? null,
          hash: hash === undefined ? null : network === undefined ? hash : canonicalTxHash(hash),
          reason: body.reason,
        },
      });
      if (!answer.ok && paidBy.sender !== null) await deps.details.forget(paidBy.sender);
      return answer;
    },

    async markDepositReturned({ params, body }, context) {
      const account = readAccount(body.account);
      if (account === undefined) return refuse(code.accountNumberWrong, 'account');
      const { reference, valueDate, compared = [], reason } = body;
      const fields = { reference, valueDate, compared, reason, account: await deps.details.fingerprint(account) };
      return act(context, params.id, { type: 'deposits.returned', fields });
    },

    async reopenDepositReturn({ params, body }, context) {
      const row = await depositRow(pool, params.id);
      if (row === undefined) return refuse(code.nothingFound, 'id');
      const keys = await mistakenEntries(pool, row);
      const answer = await act(context, params.id, { type: 'deposits.reopen', fields: { keys, reason: body.reason } });
      // The core forgets what was returned more than a week ago.
      return !answer.ok && answer.code === code.nothingFound ? refuse(code.orderAlreadyFinal, 'id') : answer;
    },

    async getDepositProof({ params }, context) {
      const row = await depositRow(pool, params.id);
      if (row === undefined || row.proof === null) return refuse(code.nothingFound, 'id');
      const subject = `proof of deposit ${row.id}`;
      const log = await looked(deps, context, { userId: row.user_id, kind: 'deposits', subject });
      if (!log.ok) return log;
      const file = await deps.vault.open(row.proof);
      if (file === undefined || file.userId !== row.user_id) return refuse(code.nothingFound, 'id');
      const { name, id } = operatorOf(context);
      const at = isoTime(now()).slice(0, 16).replace('T', ' ');
      const marked = await deps.images.run({ kind: 'mark', bytes: file.bytes, lines: [`${name} #${id}`, `${at} UTC`] });
      if (!marked.ok) return refuse(code.coreUnavailable);
      return done({ name: `deposit-${row.id}.jpg`, type: 'image/jpeg', chunks: once(marked.bytes) });
    },

    resolveDeposit: ({ params, body }, context) =>
      act(context, params.id, {
        type: 'deposits.resolve',
        fields: { outcome: body.outcome, reason: body.reason },
      }),

    listFundingAlarms: async () => done(await fundingAlarms(pool)),
    getReconciliation: async () => done(await reconcile(pool, deps.chainBalances, now())),
  } satisfies OperatorHandlers;
}

const NO_PAYER = { payer: null, sender: null, senderKey: null };

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
