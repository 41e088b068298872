import type { QueryOf, ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { translatorFor } from '@glasshouse/i18n/server';
import { formatAmount, formatPrice } from '@glasshouse/rules/money';
import { type TaxYear, taxYearOf } from '@glasshouse/rules/tax-year';
import { type CallContext, type CallHandlers, callerOf, done, type FileResult, refuse } from '../../platform/call.ts';
import { taxCsv } from './csv.ts';
import { type HeldThen, resultOf, type TaxDeps, type TaxRefusal, type TaxSummary, taxReport } from './report.ts';
import type { TapeQuote } from './tape-prices.ts';

export interface TaxCallsDeps extends TaxDeps {
  readonly now: () => number;
}

type Query = QueryOf<'getTaxReport'>;
type View = ResultOf<'getTaxReport'>;

/** Reports being added up at once, and waiting for it: each follows a whole history. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 50;
const RETRY_SECONDS = 10;

export function taxCalls(deps: TaxCallsDeps) {
  const turns = new Turns();
  const report = async (query: Query, context: CallContext): Promise<TaxSummary | TaxRefusal> => {
    const now = deps.now();
    const year = yearOf(query);
    if (year === undefined || now <= year.from) return { refused: code.reportPeriodInvalid };
    const { method, currency } = query;
    const request = { userId: callerOf(context).userId, book: context.book, year, method, currency, now };
    return (await turns.take(() => taxReport(deps, request))) ?? { refused: code.tooManyRequests };
  };
  const refusal = ({ refused }: TaxRefusal) =>
    refused === code.tooManyRequests
      ? { ok: false as const, code: refused, retryAfter: RETRY_SECONDS }
      : refuse(refused);
  return {
    async getTaxReport({ query }, context) {
      const made = await report(query, context);
      return 'refused' in made ? refusal(made) : done(viewOf(made));
    },
    async exportTaxReport({ query }, context) {
      const made = await report(query, context);
      return 'refused' in made ? refusal(made) : done(await fileOf(made, query, context));
    },
  } satisfies CallHandlers;
}

const yearOf = ({ year, starts, zone }: Query): TaxYear | undefined =>
  taxYearOf({ year, starts: starts ?? '01-01', zone });

async function fileOf(
  report: TaxSummary,
  { format, year, zone, method }: QueryOf<'exportTaxReport'>,
  context: CallContext,
): Promise<FileResult> {
  const name = `tax-${context.book}-${year}-${method}.${format}`;
  const { t } = translatorFor(context.language);
  const { currency } = report.request;
  if (format === 'csv') {
    const par = currency === 'USDT' ? undefined : t('funds:tax.par', { currency });
    const words = { notAdvice: t('funds:tax.notAdvice'), method: t(`funds:tax.methodText.${method}`), par };
    return { name, type: 'text/csv; charset=utf-8', chunks: taxCsv(report, words) };
  }
  const { taxPdf } = await import('./pdf.ts');
  const head = { language: context.language, zone, userId: callerOf(context).userId };
  return { name, type: 'application/pdf', chunks: taxPdf(report, head) };
}

const quoteView = ({ code: market, seq, at, price }: TapeQuote) => ({
  code: market,
  seq,
  at: new Date(at).toISOString(),
  price: formatPrice(price),
});

const heldView = (asset: string, { quantity, cost, value, quote }: HeldThen): View['opening'][number] => ({
  asset,
  quantity: formatAmount(quantity),
  cost: formatAmount(cost),
  value: value === null ? null : formatAmount(value),
  tick: quote === null ? null : quoteView(quote),
});

/** Prices shown on the page; the file has all. */
const QUOTES_MAX = 400;

function viewOf(report: TaxSummary): View {
  const { request, until, totals } = report;
  return {
    from: new Date(request.year.from).toISOString(),
    to: new Date(request.year.to).toISOString(),
    until: new Date(until).toISOString(),
    method: request.method,
    currency: request.currency,
    lines: report.lines,
    unpriced: report.unpriced,
    result: formatAmount(resultOf(totals)),
    totals: totals.map((total) => ({
      ...total,
      quantity: formatAmount(total.quantity),
      value: formatAmount(total.value),
      cost: formatAmount(total.cost),
      result: formatAmount(total.result),
    })),
    opening: [...report.opening].map(([asset, held]) => heldView(asset, held)),
    closing: [...report.closing].map(([asset, held]) => heldView(asset, held)),
    movements: report.movements.map(({ asset, opening, cameIn, wentOut, closing }) => ({
      asset,
      opening: formatAmount(opening),
      in: formatAmount(cameIn),
      out: formatAmount(wentOut),
      closing: formatAmount(closing),
    })),
    prices: report.quotes.slice(0, QUOTES_MAX).map(quoteView),
  };
}

/** Lets few work at once; the others wait in line, up to a number. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  /** Undefined: too many wait. */
  async take<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (AT_ONCE_MAX <= this.#working) {
      if (WAITING_MAX <= this.#waiting.length) return undefined;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.#waiting.shift()?.();
    }
  }
}
