import { contractFeeOf, financingOf, marginOf, notionalOf, type Side, type Size, unitsOf } from '../contracts.ts';
import { breakEvenPrice, liquidationPrice, marginLevelOf, type Position } from '../contracts-liquidation.ts';
import { profitLimitPrice, profitMaxOf } from '../contracts-profit.ts';
import {
  AMOUNT_DECIMALS,
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatDecimal,
  formatPrice,
  formatRate,
  mulRateCeil,
  PRICE_DECIMALS,
  type Price,
  priceOf,
  priceOfPoints,
  RATE_DECIMALS,
  type Rate,
  rateOf,
  ratioFloor,
  subtract,
  ZERO,
} from '../money.ts';
import { contractResult } from '../results.ts';
import { amountBy, calculated, type Derived, exact, type Part, term } from './terms.ts';

const ONE = rateOf('1');
const NO_PRICE = 0n as Price;

/** Lots × lot size × rate of the quote asset: what a price is multiplied by. Exact. */
function quantity({ lots, lotSize, quoteRate }: Size, operator: '' | '×' | '÷' = ''): Part {
  const terms = [term('lots', '', formatAmount(lots)), term('lotSize', '×', formatAmount(lotSize))];
  if (quoteRate !== ONE) terms.push(term('quoteRate', '×', formatRate(quoteRate)));
  const decimals = 2 * AMOUNT_DECIMALS + RATE_DECIMALS;
  const result = formatDecimal(unitsOf({ lots, lotSize, quoteRate }), decimals);
  return calculated('quantity', operator, { terms, rounding: 'exact', decimals, result });
}

/** One less, or plus, the fee rate: what a closing price is worth after its fee. */
function afterFeeShare(side: Side, feeRate: Rate, operator: '×' | '÷'): Part {
  const share = side === 'buy' ? ONE - feeRate : ONE + feeRate;
  return term(side === 'buy' ? 'lessFee' : 'plusFee', operator, formatRate(share as Rate));
}

const valueAt = (size: Size, price: Price): readonly Part[] => [quantity(size), term('price', '×', formatPrice(price))];

/** What does not depend on the price of now: of a draft, and of a position. */
export interface ContractTerms {
  readonly side: Side;
  readonly size: Size;
  readonly open: Price;
  readonly margin: Amount;
  readonly maintenance: Amount;
  readonly feeRate: Rate;
  /** Decimals of the market's prices. */
  readonly precision: number;
  /** Opening and overnight fees so far. */
  readonly paid: Amount;
}

/** Where it is liquidated, and where it breaks even. */
export function levelDerivations(contract: ContractTerms): Readonly<{ liquidation?: Derived; breakEven: Derived }> {
  const { side, size, open, margin, maintenance, feeRate, precision, paid } = contract;
  const buys = side === 'buy';
  const point = priceOfPoints(1, precision);
  const liquidation = liquidationPrice({ side, size, open, margin, maintenance, feeRate }, point);
  const [away, back] = buys ? (['−', '+'] as const) : (['+', '−'] as const);
  const divided = [quantity(size, '÷'), afterFeeShare(side, feeRate, '÷')];
  return {
    ...(liquidation !== undefined && {
      liquidation: {
        terms: [
          term('price', '', formatPrice(open)),
          quantity(size, '×'),
          term('margin', away, formatAmount(margin)),
          term('maintenance', back, formatAmount(maintenance)),
          ...divided,
        ],
        rounding: buys ? 'down' : 'up',
        decimals: precision,
        result: formatPrice(liquidation),
      },
    }),
    breakEven: {
      terms: [
        term('price', '', formatPrice(open)),
        quantity(size, '×'),
        term('charged', back, formatAmount(paid)),
        ...divided,
      ],
      rounding: buys ? 'up' : 'down',
      decimals: precision,
      result: formatPrice(breakEvenPrice({ side, size, open, feeRate, paid }, point)),
    },
  };
}

/** How far it is from liquidation at a price. */
export function marginLevelDerivation(position: Position, mark: Price): Derived | undefined {
  const level = marginLevelOf(position, mark);
  if (level === undefined) return undefined;
  const { side, size, open, margin, maintenance, feeRate } = position;
  const decimals = PRICE_DECIMALS + RATE_DECIMALS;
  const share = side === 'buy' ? ONE - feeRate : ONE + feeRate;
  const afterFee = (operator: '' | '−'): Part =>
    calculated('afterFee', operator, {
      terms: [term('mark', '', formatPrice(mark)), afterFeeShare(side, feeRate, '×')],
      rounding: 'exact',
      decimals,
      result: formatDecimal(mark * share, decimals),
    });
  const from = term('price', side === 'buy' ? '−' : '', formatPrice(open));
  const fine = 10n ** BigInt(PRICE_DECIMALS + 2 * RATE_DECIMALS + AMOUNT_DECIMALS);
  const moved = side === 'buy' ? mark * share - open * ONE : open * ONE - mark * share;
  const scaled = unitsOf(size) * moved;
  const floor = scaled / fine - (scaled < 0n && scaled % fine !== 0n ? 1n : 0n);
  const equity = amountBy(
    'down',
    [
      ...(side === 'buy' ? [afterFee(''), from] : [from, afterFee('−')]),
      quantity(size, '×'),
      term('margin', '+', formatAmount(margin)),
    ],
    add(floor as Amount, margin),
  );
  return {
    terms: [calculated('equity', '', equity), term('maintenance', '÷', formatAmount(maintenance))],
    rounding: 'down',
    decimals: RATE_DECIMALS,
    result: formatRate(level),
  };
}

/** Every figure of a contract's ticket. */
export function contractTicketDerivations(
  ticket: Omit<ContractTerms, 'paid'> & {
    readonly leverage: number;
    readonly financingRate: Rate;
    readonly maintenanceRate: Rate;
    readonly deduction: Amount;
    readonly mark: Price;
    readonly profitMaxRate: Rate | undefined;
    readonly available: Amount | undefined;
  },
) {
  const { side, size, open, feeRate, leverage } = ticket;
  const value = valueAt(size, open);
  const notionalAmount = notionalOf(size, open);
  const notional = amountBy('up', value, notionalAmount);
  const margin = amountBy('up', [...value, term('leverage', '÷', String(leverage))], marginOf(size, open, leverage));
  const feeAmount = contractFeeOf(size, open, feeRate);
  const openFee = amountBy('up', [...value, term('feeRate', '×', formatRate(feeRate))], feeAmount);
  const totalAmount = add(ticket.margin, feeAmount);
  const maintenance = amountBy(
    'up',
    [
      calculated('notional', '', notional),
      term('maintenanceRate', '×', formatRate(ticket.maintenanceRate)),
      ...(ticket.deduction === ZERO ? [] : [term('deduction', '−', formatAmount(ticket.deduction))]),
    ],
    subtract(mulRateCeil(notionalAmount, ticket.maintenanceRate), ticket.deduction),
  );
  const { profitMaxRate } = ticket;
  const most = profitMaxRate === undefined ? undefined : profitMaxOf(size, open, profitMaxRate);
  const whyMost =
    most === undefined || profitMaxRate === undefined
      ? undefined
      : amountBy('down', [...value, term('profitMaxRate', '×', formatRate(profitMaxRate))], most);
  const result = (price: Price) =>
    resultAt({
      side,
      size,
      open,
      margin: ticket.margin,
      feeRate,
      price,
      realised: ZERO,
      openFee: feeAmount,
      closeFeePaid: ZERO,
      nights: ZERO,
      profitMax: most,
      whyMost,
    }).net;
  const limit = most && profitLimitPrice({ side, size, open, max: most }, priceOfPoints(1, ticket.precision));
  return {
    notional,
    margin,
    openFee,
    /** If it closed at the opening price. */
    closeFee: openFee,
    maintenance,
    total: exact([calculated('margin', '', margin), calculated('openFee', '+', openFee)], totalAmount),
    worst: exact([term('margin', '−', margin.result), term('openFee', '−', openFee.result)], -totalAmount as Amount),
    ...levelDerivations({ ...ticket, paid: feeAmount }),
    marginLevel: marginLevelDerivation(ticket, ticket.mark),
    financing: amountBy(
      'up',
      [...value, term('nightRate', '×', formatRate(ticket.financingRate))],
      financingOf(size, open, ticket.financingRate),
    ),
    /** Most that it can come to: a seller whose limit no price reaches gains the most at 0. */
    profitMax: most === undefined ? undefined : result(limit ?? NO_PRICE),
    balanceAfter:
      ticket.available === undefined
        ? undefined
        : exact(
            [term('available', '', formatAmount(ticket.available)), term('total', '−', formatAmount(totalAmount))],
            subtract(ticket.available, totalAmount),
          ),
    /** If it closes exactly at a price: the stop, or the target. */
    result,
  };
}

interface ClosedAt {
  readonly side: Side;
  readonly size: Size;
  readonly open: Price;
  readonly margin: Amount;
  readonly feeRate: Rate;
  readonly price: Price;
  readonly realised: Amount;
  readonly openFee: Amount;
  readonly closeFeePaid: Amount;
  readonly nights: Amount;
  readonly profitMax: Amount | undefined;
  /** What the limit of its profit follows from; undefined: it was agreed before. */
  readonly whyMost?: Derived | undefined;
}

/** What closing all at a price would book: the gain or loss, less the fee of closing. */
function bookedAt(close: ClosedAt): { readonly gain: Part; readonly fee: Part; readonly adds: Amount } {
  const { side, size, open, feeRate, price } = close;
  const closing = { position: close, price, profitMax: close.profitMax };
  const { gross: gained, costs: fee, net: adds } = contractResult({ realised: ZERO, costs: ZERO, closing });
  const [from, to] = side === 'buy' ? [open, price] : [price, open];
  const pnl = amountBy(
    'down',
    [
      term(side === 'buy' ? 'bid' : 'price', '', formatPrice(to)),
      term(side === 'buy' ? 'price' : 'ask', '−', formatPrice(from)),
      quantity(size, '×'),
    ],
    gained,
  );
  const closeFee = amountBy('up', [...closingValue(close), term('feeRate', '×', formatRate(feeRate))], fee);
  // Beyond what it may gain or lose, the limit counts and not the difference of the prices.
  const free = (to - from) * unitsOf(size);
  return {
    gain: gained === floorFine(free) ? calculated('pnl', '', pnl) : limitedTo(gained, close.whyMost),
    fee:
      fee === contractFeeOf(size, price, feeRate)
        ? calculated('closeFee', '−', closeFee)
        : term('closeFee', '−', formatAmount(fee)),
    adds,
  };
}

/** The net result of closing all at a price, and what of it is on no balance before that. */
function resultAt(close: ClosedAt): Readonly<Record<'net' | 'adds', Derived>> {
  const { realised, openFee, closeFeePaid, nights } = close;
  const { gain, fee, adds } = bookedAt(close);
  const costs = add(add(openFee, closeFeePaid), nights);
  return {
    net: exact(
      [
        gain,
        ...(realised === ZERO ? [] : [term('realised', '+', formatAmount(realised))]),
        term('openFee', '−', formatAmount(openFee)),
        ...(closeFeePaid === ZERO ? [] : [term('closeFeePaid', '−', formatAmount(closeFeePaid))]),
        ...(nights === ZERO ? [] : [term('nights', '−', formatAmount(nights))]),
        fee,
      ],
      subtract(add(adds, realised), costs),
    ),
    adds: exact([gain, fee], adds),
  };
}

function limitedTo(gained: Amount, whyMost: Derived | undefined): Part {
  if (gained <= 0n) return term('lossMax', '', formatAmount(gained));
  return whyMost === undefined ? term('profitMax', '', formatAmount(gained)) : calculated('profitMax', '', whyMost);
}

const closingValue = ({ size, side, price }: ClosedAt): readonly Part[] => [
  quantity(size),
  term(side === 'buy' ? 'bid' : 'ask', '×', formatPrice(price)),
];

const FINE = 10n ** BigInt(PRICE_DECIMALS + RATE_DECIMALS + AMOUNT_DECIMALS);
const floorFine = (units: bigint): bigint => units / FINE - (units < 0n && units % FINE !== 0n ? 1n : 0n);

/** An open position, as its order tells it. */
export interface OpenContract {
  readonly side: Side;
  readonly precision: number;
  readonly openLots: string;
  readonly lotSize: string;
  readonly quoteRate: string;
  readonly openPrice: string;
  readonly margin: string;
  readonly maintenanceMargin: string;
  readonly feeRate: string;
  readonly realised: string;
  readonly openFee: string;
  readonly closeFeePaid: string;
  /** Negative. */
  readonly financing: string;
  /** Opening and overnight fees of the lots still open. */
  readonly openCosts: string;
  readonly profitMax: string | null;
}

const readContract = (order: OpenContract): ContractTerms => ({
  side: order.side,
  precision: order.precision,
  size: { lots: amountOf(order.openLots), lotSize: amountOf(order.lotSize), quoteRate: rateOf(order.quoteRate) },
  open: priceOf(order.openPrice),
  margin: amountOf(order.margin),
  maintenance: amountOf(order.maintenanceMargin),
  feeRate: rateOf(order.feeRate),
  paid: amountOf(order.openCosts),
});

/** Where a position is liquidated and breaks even. */
export const positionDerivations = (order: OpenContract) => levelDerivations(readContract(order));

/**
 * What a position comes to if it closes at a price, in money and as a share of its margin. `adds`
 * is what that would add to the balances, which have paid its earlier costs already.
 */
export function closeNowDerivations(
  order: OpenContract,
  price: string,
): Readonly<{ net: Derived; adds: Derived; share: Derived | undefined }> {
  const terms = readContract(order);
  const nights = -amountOf(order.financing) as Amount;
  const { net, adds } = resultAt({
    ...terms,
    price: priceOf(price),
    realised: amountOf(order.realised),
    nights,
    openFee: amountOf(order.openFee),
    closeFeePaid: amountOf(order.closeFeePaid),
    profitMax: order.profitMax === null ? undefined : amountOf(order.profitMax),
  });
  return { net, adds, share: terms.margin <= ZERO ? undefined : shareDerivation(net, terms.margin) };
}

/** A result as a share of the margin behind it. */
export function shareDerivation(net: Derived, margin: Amount): Derived {
  const amount = amountOf(net.result);
  const share = ratioFloor((amount < 0n ? -amount : amount) as Amount, margin);
  return {
    terms: [calculated('net', '', net), term('margin', '÷', formatAmount(margin))],
    rounding: 'zero',
    decimals: RATE_DECIMALS,
    result: formatRate((amount < 0n ? -share : share) as Rate),
  };
}

/** The margin level of a position at the mid price. */
export const levelNowDerivation = (order: OpenContract, mark: string): Derived | undefined =>
  marginLevelDerivation(readContract(order), priceOf(mark));
