import { type Amount, amountOf, divFloor, formatDecimal, mulRateCeil, priceOf, rateOf, subtract } from '../money.ts';
import { amountBy, calculated, type Derived, exact, term } from './terms.ts';

/** A withdrawal as its owner sees it: decimal texts, as the server sends them. */
interface WithdrawalAmounts {
  readonly amount: string;
  readonly fee: string;
  /** Of a bank transfer: USDT for one unit of its currency, and the share that is withheld. */
  readonly payout: { readonly price: string; readonly spread: string | null } | null;
}

const PRICE_ONE = 10n ** 10n;
const CENT = 10n ** 6n;
const CENT_DECIMALS = 2;

/** What arrives of a withdrawal; by bank, what it pays out in its currency, down to the cent. */
export function withdrawalDerivations({
  amount,
  fee,
  payout,
}: WithdrawalAmounts): Readonly<Record<'received', Derived> & Partial<Record<'payout', Derived>>> {
  const arrives = subtract(amountOf(amount), amountOf(fee));
  const received = exact([term('withdrawn', '', amount), term('fee', '−', fee)], arrives);
  if (payout === null) return { received };
  const spreadAmount = payout.spread === null ? (0n as Amount) : mulRateCeil(arrives, rateOf(payout.spread));
  const left = subtract(arrives, spreadAmount);
  const from = calculated('arrives', '', received);
  const converted =
    payout.spread === null
      ? from
      : calculated(
          'afterSpread',
          '',
          exact(
            [
              from,
              calculated(
                'spreadKept',
                '−',
                amountBy('up', [from, term('spreadRate', '×', payout.spread)], spreadAmount),
              ),
            ],
            left,
          ),
        );
  const cents = divFloor(left * PRICE_ONE, priceOf(payout.price)) / CENT;
  return {
    received,
    payout: {
      terms: [converted, term('payoutPrice', '÷', payout.price)],
      rounding: 'down',
      decimals: CENT_DECIMALS,
      result: formatDecimal(cents, CENT_DECIMALS),
    },
  };
}
