import { createHash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import type { OperatorBodyOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type LogEntry, parseEntry } from '../../kernel/core/log-entry.ts';
import { answerOf, type CallAnswer, done, refuse } from '../../platform/call.ts';
import type { OperatorContext, OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import { readParameters } from '../funding/parameters.ts';
import {
  BATCHES_CURSOR_PARTS,
  batchesPage,
  type FoundBatch,
  filesOf,
  findBatch,
  isExportable,
  payoutsOf,
} from './batches.ts';
import { linksFile, payoutLink, payoutsCsv } from './exports/lists.ts';
import { paymentsDigest } from './exports/payments-digest.ts';
import type { Batch } from './exports/payout.ts';
import { safeBatch } from './exports/safe.ts';
import { painFile } from './exports/sepa.ts';
import type { ExportBody } from './files.ts';
import { type ActDeps, type ActOutcome, actOn, comparePayouts, readHash, submitCompared } from './operator-act.ts';
import { itemView, type WithdrawalRow, withdrawalRows } from './operator-queries.ts';
import type { Reads } from './queries.ts';

type Format = OperatorBodyOf<'exportPayoutBatch'>['format'];
type Export = OperatorResultOf<'exportPayoutBatch'>;
type File = Pick<Export, 'name' | 'mediaType' | 'content'>;

/** Calls about batches of payouts and their files. */
export function payoutCalls(deps: ActDeps) {
  const { pool, bus, now, networks } = deps;
  return {
    async makePayoutBatch({ body }, context) {
      const found = await withdrawalRows(pool, body.ids);
      const known = new Map(found.map((row) => [row.id, row]));
      const rows = body.ids.map((id) => known.get(id));
      if (rows.includes(undefined)) return refuse(code.nothingFound, 'ids');
      const answer = await submitCompared(deps, rows as WithdrawalRow[], (shown) =>
        bus.submit({
          id: context.commandId,
          userId: 0,
          book: 'real',
          type: 'withdrawals.batch',
          body: { ids: body.ids, shown, by: context.stamp(), reason: body.reason },
        }),
      );
      return answerOf<ActOutcome>(answer);
    },

    async listPayoutBatches({ query }) {
      const page = readPage(query, BATCHES_CURSOR_PARTS);
      return isRefusal(page) ? page : done(await batchesPage(deps, page));
    },

    async getPayoutBatch({ params }, context) {
      const found = await findBatch(deps, params.id);
      if (found === undefined) return refuse(code.nothingFound, 'id');
      // Only of what is in a file: a link is a file of one payment.
      const listed = found.rows.filter(({ file, state }) => file !== null && state === 'approved');
      const links = (await payoutsOf(deps, networks, listed)).map((payout) => ({
        id: payout.withdrawal.id,
        uri: payoutLink(payout),
      }));
      const view = await itemView(deps, found.rows, { now: now(), by: context.stamp() });
      return done({
        batch: found.view,
        payouts: found.rows.map(view),
        files: await filesOf(deps, params.id),
        links: links.filter(({ uri }) => uri !== ''),
      });
    },

    async exportPayoutBatch({ params, body }, context) {
      const found = await findBatch(deps, params.id);
      if (found === undefined) return refuse(code.nothingFound, 'id');
      if (!found.view.formats.includes(body.format)) return refuse(code.outOfRange, 'format');
      const before = await entryOf(deps, context.commandId);
      return before === undefined
        ? exportBatch(deps, context, { found, ...body })
        : repeatedExport(deps, found, before);
    },

    async voidPayoutFile({ params, body }, context) {
      const answer = await bus.submit({
        id: context.commandId,
        userId: 0,
        book: 'real',
        type: 'withdrawals.void',
        body: { number: params.number, by: context.stamp(), reason: body.reason },
      });
      return answerOf<ActOutcome>(answer);
    },

    async markBatchSent({ params, body }, context) {
      const found = await findBatch(deps, params.id);
      if (found === undefined) return refuse(code.nothingFound, 'id');
      const hash = readHash(deps, found.network, body.hash);
      if (hash === undefined) return refuse(code.transactionHashWrong, 'hash');
      const sent: number[] = [];
      const refused: { id: number; code: number }[] = [];
      for (const { id, state, batch } of found.rows) {
        if (state !== 'approved' || batch !== params.id) continue;
        const fields = { hash, reason: body.reason };
        const answer = await actOn(deps, context, { id, type: 'withdrawals.sent', fields, suffix: `:${id}` });
        if (answer.ok) sent.push(id);
        else refused.push({ id, code: answer.code });
      }
      return done({ sent, refused });
    },
  } satisfies OperatorHandlers;
}

/** Hands over what is approved, unpaid and in no file; its digests are logged before that. */
async function exportBatch(
  deps: ActDeps,
  context: OperatorContext,
  { found, format, reason }: { readonly found: FoundBatch; readonly format: Format; readonly reason: string },
): Promise<CallAnswer<Export>> {
  const { pool, bus } = deps;
  const batch = found.view.id;
  const rows = found.rows.filter((row) => isExportable(row, batch));
  if (rows.length === 0) {
    const isListed = found.rows.some(({ state, file }) => state === 'approved' && file !== null);
    return refuse(isListed ? code.payoutInFile : code.orderAlreadyFinal, 'id');
  }
  const { rows: last } = await pool.query<{ number: number }>(
    'select coalesce(max(number), 0)::bigint as number from payout_files',
  );
  const number = (last[0]?.number ?? 0) + 1;
  const made = await fileOf(deps, { found, rows, number, format });
  if (!made.ok) {
    if (made.code === code.payoutAltered) await comparePayouts(deps, rows);
    return made;
  }
  const ids = rows.map(({ id }) => id);
  const { file, payments } = made.result;
  const digest = digestOf(file.content);
  const answer = await submitCompared(deps, rows, (shown) =>
    bus.submit({
      id: context.commandId,
      userId: 0,
      book: 'real',
      type: 'withdrawals.export',
      body: { number, batch, format, ids, shown, digest, payments, by: context.stamp(), reason },
    }),
  );
  if (answer.code !== 200) return answerOf<never>(answer);
  return done({ number, ...file, digest, payments, withdrawals: ids });
}

/** The file of before, if the database still gives the same bytes. */
async function repeatedExport(deps: ActDeps, found: FoundBatch, entry: LogEntry): Promise<CallAnswer<Export>> {
  if (entry.type !== 'withdrawals.export') return refuse(code.idempotencyKeyReused);
  if (entry.code !== 200) return answerOf<never>({ code: entry.code, result: entry.result });
  const { number, format, ids, digest, payments } = entry.body as ExportBody;
  const rows = found.rows.filter(({ id }) => ids.includes(id));
  const made = await fileOf(deps, { found, rows, number, format });
  if (!made.ok) return made;
  const { file } = made.result;
  if (digestOf(file.content) !== digest) return refuse(code.payoutsChanged);
  return done({ number, ...file, digest, payments, withdrawals: [...ids] });
}

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex');

async function entryOf({ pool }: Reads, commandId: string): Promise<LogEntry | undefined> {
  const { rows } = await pool.query<{ entry: string }>(
    'select entry from command_ids i join command_log using (seq) where i.command_id = $1',
    [commandId],
  );
  const [row] = rows;
  return row === undefined ? undefined : parseEntry(row.entry);
}

interface PayoutFileOptions {
  readonly found: FoundBatch;
  readonly rows: readonly WithdrawalRow[];
  readonly number: number;
  readonly format: Format;
}

async function fileOf(
  deps: ActDeps,
  { found, rows, number, format }: PayoutFileOptions,
): Promise<CallAnswer<{ readonly file: File; readonly payments: string }>> {
  const payouts = await payoutsOf(deps, deps.networks, rows);
  if (payouts.some(({ withdrawal, bank }) => withdrawal.method === 'bank' && bank === undefined)) {
    return refuse(code.payoutAltered, 'id');
  }
  const batch: Batch = { id: found.view.id, madeAt: found.madeAt, payouts, file: number };
  const name = `payouts-${batch.id}-${number}`;
  const file = (extension: string, mediaType: string, content: string) =>
    done({
      file: { name: `${name}.${extension}`, mediaType: `${mediaType}; charset=utf-8`, content },
      payments: paymentsDigest(payouts),
    });
  switch (format) {
    case 'csv':
      return file('csv', 'text/csv', payoutsCsv(batch));
    case 'links':
      return file('txt', 'text/plain', linksFile(batch));
    case 'safe': {
      const network = payouts[0]?.network;
      if (network?.family !== 'evm') return refuse(code.outOfRange, 'format');
      return file('json', 'application/json', safeBatch(batch, network));
    }
    case 'pain03':
    case 'pain09': {
      const { holder, iban, bic } = (await readParameters(deps.pool, 'deposit.bank'))['deposit.bank'];
      if (holder === undefined || iban === undefined) return refuse(code.parametersUnavailable);
      const version = format === 'pain09' ? 'pain.001.001.09' : 'pain.001.001.03';
      return file('xml', 'application/xml', painFile(batch, { holder, iban, bic }, version));
    }
  }
}
