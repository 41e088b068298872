import { code } from '@glasshouse/api/codes';
import { amountOf, formatAmount, subtract } from '@glasshouse/rules/money';
import { localDays } from '@glasshouse/rules/time-zone';
import type { CoreBus } from '../kernel/core/bus.ts';
import type { Book } from '../kernel/core/types.ts';
import { type CallHandlers, callerOf, done, refuse } from '../platform/call.ts';
import { isRefusal, readPage } from '../platform/paging.ts';
import { assetDetail, emptyAsset } from './asset-detail.ts';
import { costFollower } from './cost-follow.ts';
import { costHoldings, costStepsOf, STEPS_CURSOR_PARTS, type TakerRateOf } from './cost-reads.ts';
import { type EquityDeps, equityCurve } from './equity.ts';
import { statementFile } from './export.ts';
import { RULES } from './handlers.ts';
import { profitTotals } from './profit.ts';
import { DAYS_CURSOR_PARTS, profitDays } from './profit-days.ts';
import { balancesOf, balanceView, STATEMENT_CURSOR_PARTS, statementOf, totalUsdt } from './queries.ts';
import { lastTick, type TapePricesDeps, worthAt } from './tax/tape-prices.ts';
import { pricedBy } from './valuation.ts';

export interface LedgerCallsDeps extends EquityDeps {
  readonly bus: CoreBus;
  readonly now: () => number;
  /** The asset that the market of this number trades against USDT. */
  readonly assetOfMarket: (id: number) => string | undefined;
  /** What selling at once costs a person, by coin. */
  readonly takerRatesOf: (ownBook: { readonly userId: number; readonly book: Book }) => Promise<TakerRateOf>;
  /** Ticks of the past, by which income in coins is worth something; left out: it has no cost. */
  readonly tape?: Omit<TapePricesDeps, 'pool'>;
}

/** A time range, by the rules of all lists. */
const readRange = (query: { from?: string; to?: string }) => readPage(query, 0);

export function ledgerCalls(deps: LedgerCallsDeps) {
  const { pool, bus, now, worthOf, takerRatesOf, tape } = deps;
  const follow = costFollower(pool, {
    worthThen: async ({ asset, amount, at }) => {
      const quote = tape && (await lastTick({ pool, ...tape }, pricedBy(asset), at));
      return quote === undefined ? null : worthAt(amount, quote);
    },
  });
  return {
    async listBalances(_input, context) {
      const ownBook = { userId: callerOf(context).userId, book: context.book };
      const items = await balancesOf(pool, ownBook, worthOf);
      const owed = await deps.owedOf(ownBook);
      const total = totalUsdt(items);
      const net = subtract(amountOf(total), owed);
      return done({ items, totalUsdt: total, owedUsdt: formatAmount(owed), netUsdt: formatAmount(net) });
    },
    async getAsset({ params }, context) {
      const asset = /^\d+$/.test(params.id) ? deps.assetOfMarket(Number(params.id)) : params.id;
      if (asset === undefined) return refuse(code.nothingFound, 'id');
      const holding = { userId: callerOf(context).userId, book: context.book, asset };
      const detail = await assetDetail(pool, holding, worthOf);
      if (detail !== undefined) return done(detail);
      const known = asset === 'USDT' || deps.precisionOf(pricedBy(asset)) !== undefined;
      return known ? done(emptyAsset(asset, worthOf)) : refuse(code.nothingFound, 'id');
    },
    async listStatement({ query }, context) {
      const page = readPage(query, STATEMENT_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { asset, reason, ref } = query;
      const filter = { userId: callerOf(context).userId, book: context.book, asset, reason, ref };
      return done(await statementOf(pool, filter, page));
    },
    exportStatement({ query }, context) {
      const range = readRange(query);
      if (isRefusal(range)) return range;
      const { asset, reason, ref, format } = query;
      const filter = { userId: callerOf(context).userId, book: context.book, asset, reason, ref };
      return done(statementFile(pool, { filter, format, from: range.from, to: range.to, now: now() }));
    },
    async getProfitTotal({ query }, context) {
      const range = readRange(query);
      if (isRefusal(range)) return range;
      const { from, to } = range;
      const filter = { userId: callerOf(context).userId, book: context.book, kind: query.kind, from, to };
      return done(await profitTotals({ pool, follow }, filter));
    },
    async listProfitDays({ query }, context) {
      const page = readPage(query, DAYS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const days = localDays(query.zone);
      if (days === undefined) return refuse(code.wrongFormat, 'zone');
      return done(
        await profitDays({ pool, follow, days }, { userId: callerOf(context).userId, book: context.book }, page),
      );
    },
    async getCostBasis(_input, context) {
      const ownBook = { userId: callerOf(context).userId, book: context.book };
      const complete = await follow(ownBook);
      const takerRateOf = await takerRatesOf(ownBook);
      return done({ complete, items: await costHoldings(pool, ownBook, { worthOf, takerRateOf }) });
    },
    async listCostSteps({ query }, context) {
      const page = readPage(query, STEPS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const filter = { userId: callerOf(context).userId, book: context.book, asset: query.asset };
      await follow(filter);
      return done(await costStepsOf(pool, filter, page));
    },
    async getEquityCurve({ query }, context) {
      const range = readRange(query);
      if (isRefusal(range)) return range;
      const { from, to } = range;
      const curve = await equityCurve(deps, {
        userId: callerOf(context).userId,
        book: context.book,
        from,
        to,
        now: now(),
      });
      return curve === undefined ? refuse(code.historyUnavailable) : done(curve);
    },
    async resetDemo(_input, context) {
      if (context.book !== 'demo') return refuse(code.demoOnly);
      const { userId } = callerOf(context);
      const body = { rules: RULES };
      const answer = await bus.submit({ id: context.commandId, userId, book: 'demo', type: 'books.reset', body });
      if (answer.code !== 200) return refuse(answer.code);
      // From the answer, not the tables: a retry with the same key gets the same answer.
      const { asset, balance } = answer.result as { asset: string; balance: string };
      const kinds = new Map([['available', amountOf(balance)]]);
      return done({ balances: [balanceView({ book: 'demo', asset, kinds, worthOf })] }, code.modified);
    },
  } satisfies CallHandlers;
}
