import { contractFeeOf } from '../contracts.ts';
import {
  AMOUNT_DECIMALS,
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatPrice,
  formatRate,
  mulPriceCeil,
  mulRateFloor,
  PRICE_DECIMALS,
  priceOf,
  RATE_DECIMALS,
  rateOf,
  subtract,
  ZERO,
} from '../money.ts';
import { creditOf, type Outcome } from '../options.ts';
import { endedContract, optionResult, spotResult } from '../results.ts';
import { averagePrice } from '../spot.ts';
import { shareDerivation } from './contracts.ts';
import { calculated, type Derived, exact, term } from './terms.ts';

/** An option that has ended: what it paid, and what it came to. */
export function optionOrderDerivations(order: {
  readonly amount: string;
  readonly fee: string;
  readonly profit: string;
  readonly payoutRate: string;
  readonly outcome: Outcome | 'void';
  readonly paid: string;
}): Readonly<Record<'profit' | 'net', Derived>> {
  const stake = amountOf(order.amount);
  const fee = amountOf(order.fee);
  const profit = amountOf(order.profit);
  return {
    profit: {
      terms: [term('stake', '', order.amount), term('payoutRate', '×', order.payoutRate)],
      rounding: 'down',
      decimals: AMOUNT_DECIMALS,
      result: formatAmount(mulRateFloor(stake, rateOf(order.payoutRate))),
    },
    net: exact(
      [term('paid', '', order.paid), term('stake', '−', order.amount), term('fee', '−', order.fee)],
      optionResult({ outcome: order.outcome, stake, fee, profit }).net,
    ),
  };
}

/**
 * A contract: its opening fee, all fees, what it came to, and that as a share of its margin.
 * Financing is negative in answers.
 */
export function contractOrderDerivations(order: {
  readonly lots: string;
  readonly lotSize: string;
  readonly openPrice: string;
  readonly quoteRate: string;
  readonly feeRate: string;
  readonly realised: string;
  readonly openFee: string;
  readonly closeFeePaid: string;
  readonly financing: string;
  readonly netted?: string;
  readonly margin?: string;
}): Readonly<Record<'openFee' | 'net' | 'fees', Derived> & { share: Derived | undefined }> {
  const size = { lots: amountOf(order.lots), lotSize: amountOf(order.lotSize), quoteRate: rateOf(order.quoteRate) };
  const nights = formatAmount(-amountOf(order.financing) as Amount);
  const net = exact(
    [
      term('realised', '', order.realised),
      term('openFee', '−', order.openFee),
      term('closeFee', '−', order.closeFeePaid),
      ...(nights === '0' ? [] : [term('nights', '−', nights)]),
      ...(order.netted === undefined ? [] : [term('netted', '−', order.netted)]),
    ],
    endedContract(order).net,
  );
  const margin = amountOf(order.margin ?? '0');
  return {
    net,
    fees: exact(
      [
        term('openFee', '', order.openFee),
        term('closeFee', '+', order.closeFeePaid),
        ...(nights === '0' ? [] : [term('nights', '+', nights)]),
      ],
      add(add(amountOf(order.openFee), amountOf(order.closeFeePaid)), amountOf(nights)),
    ),
    share: margin <= ZERO ? undefined : shareDerivation(net, margin),
    openFee: {
      terms: [
        term('lots', '', order.lots),
        term('lotSize', '×', order.lotSize),
        term('price', '×', order.openPrice),
        ...(order.quoteRate === '1' ? [] : [term('quoteRate', '×', order.quoteRate)]),
        term('feeRate', '×', order.feeRate),
      ],
      rounding: 'up',
      decimals: AMOUNT_DECIMALS,
      result: formatAmount(contractFeeOf(size, priceOf(order.openPrice), rateOf(order.feeRate))),
    },
  };
}

/** A spot order: its average price, and what it cost or brought, unsigned. */
export function spotOrderDerivations(order: {
  readonly side: 'buy' | 'sell';
  readonly filledAmount: string;
  readonly filledQuantity: string;
  readonly fee: string;
}): Readonly<{ net: Derived; average: Derived | undefined }> {
  const amount = amountOf(order.filledAmount);
  const quantity = amountOf(order.filledQuantity);
  const fee = amountOf(order.fee);
  const { net } = spotResult({ side: order.side, amount, fee });
  const mean = averagePrice({ amount, quantity });
  return {
    net: exact(
      [term('filledValue', '', order.filledAmount), term('fee', order.side === 'buy' ? '+' : '−', order.fee)],
      (net < 0n && order.side === 'buy' ? -net : net) as Amount,
    ),
    average:
      mean === undefined
        ? undefined
        : {
            terms: [term('filledValue', '', order.filledAmount), term('filledQuantity', '÷', order.filledQuantity)],
            rounding: 'down',
            decimals: PRICE_DECIMALS,
            result: formatPrice(mean),
          },
  };
}

/** The distance between the two prices of a market, as money and as a share of its middle. */
export function spreadDerivations(tick: {
  readonly bid: string;
  readonly ask: string;
  readonly mid: string;
}): Readonly<Record<'spread' | 'share', Derived>> {
  const bid = priceOf(tick.bid);
  const ask = priceOf(tick.ask);
  const mid = priceOf(tick.mid);
  const between = [term('ask', '', tick.ask), term('bid', '−', tick.bid)];
  const scaled = (ask - bid) * 10n ** BigInt(RATE_DECIMALS);
  return {
    spread: {
      terms: between,
      rounding: 'exact',
      decimals: PRICE_DECIMALS,
      result: formatPrice((ask - bid) as typeof ask),
    },
    share: {
      terms: [...between, term('mid', '÷', tick.mid)],
      rounding: 'up',
      decimals: RATE_DECIMALS,
      result: formatRate((-(-scaled / mid) + (scaled % mid === 0n ? 0n : 1n)) as ReturnType<typeof rateOf>),
    },
  };
}

/** A sum of its parts, each named by its label; a single part without one is the sum itself. */
export const sumDerivation = (
  parts: readonly { readonly value: string; readonly label?: string; readonly from?: Derived | undefined }[],
): Derived =>
  exact(
    parts.map((part, index) => ({ term: 'part', operator: index === 0 ? '' : '+', ...part })),
    parts.reduce((sum, { value }) => add(sum, amountOf(value)), 0n as Amount),
  );

/** What an option comes to if it ends like this: what it would pay, less what was put up. */
export function optionIfDerivation(
  order: { readonly amount: string; readonly fee: string; readonly profit: string },
  outcome: Outcome,
): Derived {
  const stake = amountOf(order.amount);
  const fee = amountOf(order.fee);
  const profit = amountOf(order.profit);
  const paid = creditOf({ outcome, stake, profit });
  return exact(
    [term('paid', '', formatAmount(paid)), term('stake', '−', order.amount), term('fee', '−', order.fee)],
    optionResult({ outcome, stake, fee, profit }).net,
  );
}

/** A result before fees, less the fees. */
export const netDerivation = (amounts: { readonly realised: string; readonly fees: string }): Derived =>
  exact(
    [term('realised', '', amounts.realised), term('fee', '−', amounts.fees)],
    subtract(amountOf(amounts.realised), amountOf(amounts.fees)),
  );

/**
 * What lies between the middle of the market and the price of a fill: for one unit, for all, and as
 * a share of the middle. Negative where the fill was better than the middle.
 */
export function fillSpreadDerivations(fill: {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly mid: string;
  readonly quantity: string;
}): Readonly<{ each: Derived; total: Derived; share: string }> {
  const price = priceOf(fill.price);
  const mid = priceOf(fill.mid);
  const apart = (fill.side === 'buy' ? price - mid : mid - price) as typeof price;
  const [first, second] = fill.side === 'buy' ? ([fill.price, fill.mid] as const) : ([fill.mid, fill.price] as const);
  const paid = (operator: '' | '−', value: string) => ({
    ...term('price', operator, value),
    label: 'order:averagePrice',
  });
  const each: Derived = {
    terms: [
      fill.side === 'buy' ? paid('', first) : term('mid', '', first),
      fill.side === 'buy' ? term('mid', '−', second) : paid('−', second),
    ],
    rounding: 'exact',
    decimals: PRICE_DECIMALS,
    result: formatPrice(apart),
  };
  const size = (apart < 0n ? -apart : apart) as typeof price;
  const amount = mulPriceCeil(amountOf(fill.quantity), size);
  return {
    each,
    total: {
      terms: [
        { ...calculated('price', '', each), label: 'convert:spread' },
        term('filledQuantity', '×', fill.quantity),
      ],
      rounding: 'up',
      decimals: AMOUNT_DECIMALS,
      result: formatAmount((apart < 0n ? -amount : amount) as Amount),
    },
    share: formatRate(
      (((apart < 0n ? -size : size) * 10n ** BigInt(RATE_DECIMALS)) / mid) as ReturnType<typeof rateOf>,
    ),
  };
}
