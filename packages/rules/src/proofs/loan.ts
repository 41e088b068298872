import { agreementHash } from '../loan-agreement.ts';
import { type FreeReturns, loanCost, pledgeFor, startOfDay } from '../loans.ts';
import {
  type Amount,
  add,
  amountOf,
  divCeil,
  formatAmount,
  formatRate,
  PRICE_DECIMALS,
  parseAmount,
  power10,
  type Rate,
  rateOf,
  subtract,
  ZERO,
} from '../money.ts';
import { countOf, isoOf, isoOrNull, type Json, recordOf, textOf } from './document.ts';
import type { Entry } from './entries.ts';
import { expectLines, LINES_SHOWN_MAX } from './ledger.ts';
import { followLoan } from './loan-history.ts';
import {
  type Agreed,
  LOAN_ENTRIES_MAX,
  LOAN_LINES_MAX,
  type LoanLine,
  linesOf,
  midPrice,
  type Pledged,
  type Prices,
  pricesIn,
  USDT,
  worth,
} from './loan-parts.ts';
import { expectFields, type Proving } from './proving.ts';
import { orderTick } from './ticks.ts';

const HOUR_MS = 3_600_000;

/**
 * A loan: what it costs follows from the terms that were signed, what is pledged from the prices of
 * that moment, and what was paid from days, rates and the ledger. The decision of the operator is
 * in an entry that stays private: its place in the log is shown, and what it moved.
 */
export function proveLoan(document: Json, by: Proving): void {
  const { found, entries, ticks } = by;
  const shown = recordOf(document.loan, 'the loan');
  const id = countOf(shown.id, 'the number of the loan');
  const request = entries.need(['loans.request'], ({ seq }) => seq === id, 'the request');
  by.owner(request);
  const { body } = request;
  const agreement = recordOf(document.agreement, 'the agreement');
  const isSigned = agreementHash(textOf(agreement.text, 'the text of the agreement')) === body.textHash;
  found.expect('terms', isSigned, 'the text is not the one that was signed');
  const listed = linesOf(document.lines);
  const isWhole = Array.isArray(document.steps);
  // Receipts of before the steps were kept whole had fewer lines.
  const most = isWhole ? LOAN_LINES_MAX : LINES_SHOWN_MAX;
  const isCut = most <= listed.length || LOAN_ENTRIES_MAX <= entries.all.length + entries.hidden.length;
  const prices = pricesIn(request, found);
  const agreed = agreedIn(request, { listed, prices, by });
  const { pledged, amount, cost, terms } = agreed;
  for (const { asset } of pledged) {
    const price = prices.get(asset);
    if (price !== undefined) ticks.expectLogged(price.tick, price.precision, `the price of ${asset}`);
  }
  const history = followLoan({ agreed, request, listed, by });
  // What was there when it was collected, and where it stands now, cannot be known from a part.
  if (isCut) found.lack('cut', 'not all of its log entries or ledger lines are in the file');
  else expectLines(found, document.lines, { lines: history.lines, ref: String(id), book: request.book, most });
  const { interest, repayment, apr } = loanCost(amount, cost);
  const value = pledged.reduce(
    (sum, { asset, amount: pledgedAmount }) => add(sum, worth(asset, pledgedAmount, prices) ?? ZERO),
    ZERO,
  );
  const now = {
    state: history.state,
    principal: formatAmount(history.principal),
    principalPaid: formatAmount(history.paidPrincipal),
    interestPaid: formatAmount(history.paidInterest),
    payments: history.payments,
    collateral: history.collateral.map(({ asset, amount: pledgedAmount }) => ({
      symbol: asset,
      amount: formatAmount(pledgedAmount),
    })),
    warnedAt: isoOrNull(history.warnedAt),
    startedAt: isoOrNull(history.startedAt),
    repaymentAt: history.dueDay === null ? null : isoOf(startOfDay(history.dueDay)),
    closedAt: isoOrNull(history.closedAt),
  };
  expectFields(by, 'the loan', shown, {
    id,
    amount: formatAmount(amount),
    termDays: cost.termDays,
    dailyRate: formatRate(cost.dailyRate),
    overdueRate: formatRate(cost.overdueRate),
    interestFreeDays: cost.freeDays,
    graceDays: agreed.graceDays,
    openRate: terms.openRate,
    warnRate: formatRate(agreed.rates.warn),
    ...(terms.coverRate === undefined ? {} : { coverRate: formatRate(agreed.rates.cover) }),
    sellRate: formatRate(agreed.rates.sell),
    saleRate: formatRate(agreed.rates.sale),
    warnHours: agreed.warnMs / HOUR_MS,
    ...returnsIn(terms),
    ...namesIn(terms),
    totalInterest: formatAmount(interest),
    repaymentAmount: formatAmount(repayment),
    apr: formatRate(apr),
    pledged: pledged.map(({ asset, amount: pledgedAmount }) => {
      const price = prices.get(asset);
      const tick = price === undefined ? null : orderTick(price.tick, price.precision);
      return { symbol: asset, amount: formatAmount(pledgedAmount), tick };
    }),
    pledgeValue: formatAmount(value),
    agreementId: body.agreement,
    agreementVersion: body.version,
    language: body.language,
    textHash: body.textHash,
    signatureHash: body.signatureHash,
    createdAt: isoOf(request.at),
    ...(isCut ? Object.fromEntries(Object.keys(now).map((name) => [name, shown[name]])) : now),
  });
  expectFields(by, 'the agreement', agreement, { text: agreement.text });
  entries.expectShown(document.log, new Set([...history.seqs, id]));
  const { loan, log, ticks: priced, lines, proof } = document;
  const steps = isCut ? document.steps : history.steps;
  expectFields(by, 'the receipt', document, {
    loan,
    agreement,
    log,
    ticks: priced,
    lines,
    proof,
    ...(isWhole ? { steps } : {}),
  });
  ticks.expectAllUsed();
}

/** The count of free returns, where the terms have one. */
const returnsIn = (terms: Json): FreeReturns =>
  terms.freeReturnsYear === undefined
    ? {}
    : {
        freeReturnsYear: countOf(terms.freeReturnsYear, 'free returns of a year'),
        freeReturnsUsed: countOf(terms.freeReturnsUsed, 'free returns before'),
      };

/** Lender and law, where the terms name them. */
const namesIn = (terms: Json): { readonly lender?: string; readonly law?: string } =>
  terms.lender === undefined
    ? {}
    : { lender: textOf(terms.lender, 'the name of the lender'), law: textOf(terms.law, 'the law of the loan') };

export function agreedIn(
  request: Entry,
  context: { listed: readonly LoanLine[]; prices: Prices; by: Proving },
): Agreed {
  const { body } = request;
  const terms = recordOf(body.terms, 'the terms');
  const rate = (name: string): Rate => rateOf(textOf(terms[name], `the rate ${name}`));
  const amount = parseAmount(textOf(body.amount, 'an amount')) ?? amountOf('0');
  return {
    id: request.seq,
    amount,
    terms,
    cost: {
      dailyRate: rate('dailyRate'),
      overdueRate: rate('overdueRate'),
      freeDays: countOf(terms.freeDays, 'free days'),
      termDays: countOf(body.termDays, 'a term'),
      ...returnsIn(terms),
    },
    rates: {
      warn: rate('warnRate'),
      cover: rate(terms.coverRate === undefined ? 'warnRate' : 'coverRate'),
      sell: rate('sellRate'),
      sale: rate('saleRate'),
    },
    graceDays: countOf(terms.graceDays, 'days of grace'),
    warnMs: countOf(terms.warnMs, 'the time of the warning'),
    pledged: pledgeIn(request, { ...context, needed: pledgeFor(amount, rate('openRate')) }),
  };
}

/**
 * The pledge: coins in turn, each whole until the last, of which no more is taken than is needed.
 */
function pledgeIn(
  { seq }: Entry,
  context: {
    readonly listed: readonly LoanLine[];
    readonly prices: Prices;
    readonly by: Proving;
    readonly needed: Amount;
  },
): Pledged[] {
  const { found } = context.by;
  const lines = context.listed.filter((line) => line.seq === seq && line.reason === 'loans.pledge');
  const pledged = lines
    .filter(({ account }) => account === 'collateral')
    .map(({ asset, amount }) => ({ asset, amount: amount as Amount }));
  let left = context.needed;
  let last = '';
  for (const { asset, amount } of pledged) {
    const price = context.prices.get(asset);
    found.expect('amounts', last !== USDT && left !== ZERO, `more is pledged than is needed: ${asset}`);
    last = asset;
    const after = lines.find((line) => line.account === 'available' && line.asset === asset)?.after;
    const needed = price === undefined ? left : (divCeil(left * power10(PRICE_DECIMALS), midPrice(price)) as Amount);
    const isWhole = after === ZERO && amount <= needed;
    found.expect('amounts', asset === USDT || price !== undefined, `nothing says what the pledged ${asset} is worth`);
    found.expect('amounts', amount === needed || isWhole, `the pledged ${asset} is not what is needed`);
    const value = worth(asset, amount, context.prices) ?? ZERO;
    left = isWhole && value <= left ? subtract(left, value) : ZERO;
  }
  found.expect('amounts', left === ZERO, 'the pledge is worth less than the terms ask for');
  return pledged;
}
