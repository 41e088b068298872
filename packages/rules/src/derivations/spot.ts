import { type Amount, add, amountOf, formatAmount, formatPrice, PRICE_DECIMALS, subtract, ZERO } from '../money.ts';
import { averagePrice } from '../spot.ts';
import { type Derived, exact, term } from './terms.ts';

/** What a spot ticket puts together: of what trades at once, and of what rests. */
export interface SpotParts {
  readonly side: 'buy' | 'sell';
  readonly amount: Amount;
  readonly takerFee: Amount;
  readonly makerFee: Amount;
  /** Of what trades at once. */
  readonly taken: { readonly amount: Amount; readonly quantity: Amount };
  /** Of the asset that is spent; undefined for visitors. */
  readonly available: Amount | undefined;
  /** Spent of it. */
  readonly spent: Amount;
}

/** Every figure of a spot ticket that others add up to. */
export function spotTicketDerivations(ticket: SpotParts) {
  const { side, amount, taken: taker, available, spent } = ticket;
  const fee = add(ticket.takerFee, ticket.makerFee);
  const total = side === 'buy' ? add(amount, fee) : subtract(amount, fee);
  const mean = averagePrice(taker);
  const parts = [
    ...(ticket.takerFee === ZERO && ticket.makerFee !== ZERO
      ? []
      : [term('takerFee', '', formatAmount(ticket.takerFee))]),
    ...(ticket.makerFee === ZERO
      ? []
      : [term('makerFee', ticket.takerFee === ZERO ? '' : '+', formatAmount(ticket.makerFee))]),
  ];
  const average: Derived | undefined = mean && {
    terms: [
      term('filledValue', '', formatAmount(taker.amount)),
      term('filledQuantity', '÷', formatAmount(taker.quantity)),
    ],
    rounding: 'down',
    decimals: PRICE_DECIMALS,
    result: formatPrice(mean),
  };
  return {
    fee: exact(parts, fee),
    total: exact(
      [term('orderValue', '', formatAmount(amount)), term('fee', side === 'buy' ? '+' : '−', formatAmount(fee))],
      total,
    ),
    average,
    balanceAfter:
      available === undefined || available < spent
        ? undefined
        : exact(
            [term('available', '', formatAmount(available)), term('total', '−', formatAmount(spent))],
            subtract(available, spent),
          ),
  };
}

/** What a running balance becomes. */
export const balanceAfterDerivation = (amounts: { readonly available: string; readonly spent: string }): Derived =>
  exact(
    [term('available', '', amounts.available), term('total', '−', amounts.spent)],
    subtract(amountOf(amounts.available), amountOf(amounts.spent)),
  );
