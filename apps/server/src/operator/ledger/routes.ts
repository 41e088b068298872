import { code } from '@glasshouse/api/codes';
import { ThinnedTickError } from '../../market-data/tape/thinned-tick-error.ts';
import { type CallAnswer, done, refuse } from '../../platform/call.ts';
import type { OperatorContext, OperatorHandlers } from '../../platform/operator-call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import type { ProvenTick, TickQuery } from '../../transparency/receipts.ts';
import { readableProof } from '../../transparency/routes.ts';
import { CSV_ROWS_AT_ONCE, csvFile, dayOf, pagesOf } from '../csv.ts';
import type { Looks } from '../looks.ts';
import { accountById, accountsOf, type LedgerAccount, ledgerSums } from './accounts.ts';
import { entryOf } from './entry.ts';
import { POSTINGS_CURSOR_PARTS, postingsOf } from './postings.ts';

export interface OperatorLedgerDeps {
  readonly pool: Pool;
  readonly now: () => number;
  readonly looks: Looks;
  readonly precisionOf: (code: string) => number | undefined;
  readonly isListed: (code: string) => boolean;
  readonly findTick: (query: TickQuery) => Promise<{ readonly tick: ProvenTick | undefined } | undefined>;
}

const COLUMNS = [
  'log_entry',
  'line',
  'time',
  'book',
  'asset',
  'amount',
  'from',
  'from_after',
  'to',
  'to_after',
  'reason',
  'reference',
] as const;

export function operatorLedgerCalls(deps: OperatorLedgerDeps) {
  const { pool, now, looks, precisionOf, isListed, findTick } = deps;
  const unknown = (): CallAnswer<never> => refuse(code.nothingFound, 'id');
  /** Who reads a person's account reads their statement. */
  const recorded = (context: OperatorContext, { owner, book, asset, kind }: LedgerAccount) =>
    owner === 0
      ? undefined
      : looks.record(context, { userId: owner, kind: 'statement', subject: `${book} ${asset} ${kind}` });

  return {
    async listLedgerAccounts({ query }) {
      const page = readPage(query, 1);
      return isRefusal(page) ? page : done(await accountsOf(pool, query, page));
    },
    async getLedgerSums() {
      return done(await ledgerSums(pool));
    },
    async listLedgerPostings({ params, query }, context) {
      const page = readPage(query, POSTINGS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const account = await accountById(pool, Number(params.id));
      if (account === undefined) return unknown();
      const refused = await recorded(context, account);
      return refused ?? done({ account, page: await postingsOf(pool, { account, reason: query.reason }, page) });
    },
    async exportLedgerPostings({ params, query }, context) {
      const range = readPage(query, 0);
      if (isRefusal(range)) return range;
      const account = await accountById(pool, Number(params.id));
      if (account === undefined) return unknown();
      const refused = await recorded(context, account);
      if (refused !== undefined) return refused;
      const read = (after: readonly number[] | undefined) =>
        postingsOf(pool, { account, reason: query.reason }, { ...range, after, limit: CSV_ROWS_AT_ONCE });
      return done(
        csvFile(`account-${account.id}-${dayOf(now())}.csv`, COLUMNS, async function* () {
          for await (const items of pagesOf(read)) {
            yield items.map((item) => [
              item.seq,
              item.idx,
              item.at,
              item.book,
              item.asset,
              item.amount,
              item.from.name,
              item.from.after,
              item.to.name,
              item.to.after,
              item.reason,
              item.ref,
            ]);
          }
        }),
      );
    },
    async getLedgerEntry({ params }, context) {
      const entry = await entryOf(pool, Number(params.seq), precisionOf);
      if (entry === undefined) return refuse(code.nothingFound, 'seq');
      const view = { userId: entry.userId, kind: 'statement', subject: `entry ${entry.seq}` } as const;
      const refused = entry.userId === 0 ? undefined : await looks.record(context, view);
      return refused ?? done(entry);
    },
    async getLedgerTick({ params }) {
      if (!isListed(params.code)) return refuse(code.instrumentUnknown, 'code');
      try {
        const answer = await findTick({ code: params.code, seq: Number(params.seq) });
        if (answer === undefined) return refuse(code.historyUnavailable);
        return answer.tick === undefined ? refuse(code.nothingFound, 'seq') : done(readableProof(answer.tick));
      } catch (error) {
        if (error instanceof ThinnedTickError) return refuse(code.ticksNotKept);
        throw error;
      }
    },
  } satisfies OperatorHandlers;
}
