import { type Derived, exact, term } from '@glasshouse/rules/derivations/terms';
import { add, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';
import { meaningOf } from '@glasshouse/rules/statement-kinds';
import { readPosition } from '../contracts/position.ts';
import type { ContractOrder } from '../orders.ts';
import { derivedInCents, inCents } from './cents.ts';

/**
 * How somebody is doing: what the total value gained today beyond what was paid in. Its parts are
 * what today has booked, what everything open would come to if it ended now, and the other changes:
 * prices of coins held, less what earlier days booked for positions that are still open. In cents,
 * so that the parts add up as they are shown.
 */
export interface AccountResult {
  readonly today: string;
  readonly booked: string;
  readonly open: string;
  readonly rest: string;
}

/** The result of one product on a day. */
interface ProductNet {
  readonly asset: string;
  readonly net: string | null;
  /** Names it where the sum is explained. */
  readonly label: string;
}

/**
 * What the ledger has booked for a position that is still open: partial closes, less every fee so
 * far. Its result if it closed now counts them, so a sum with what is booked leaves them out.
 */
export function bookedFor(order: ContractOrder): string {
  const position = readPosition(order);
  return formatAmount(position === undefined ? ZERO : subtract(position.realised, position.charged));
}

/** The same from the postings of a time: those that count in results, of these orders. */
export function bookedIn(
  lines: readonly { readonly reason: string; readonly ref: string | null; readonly amount: string }[],
  orderIds: ReadonlySet<string>,
): string {
  const counted = lines.filter(
    ({ reason, ref }) => ref !== null && orderIds.has(ref) && COUNTED.has(meaningOf(reason) ?? ''),
  );
  return formatAmount(counted.reduce((sum, { amount }) => add(sum, amountOf(amount)), ZERO));
}
const COUNTED: ReadonlySet<string> = new Set(['result', 'fee', 'financing']);

/** What the day booked, less what it booked for positions that are still open. */
export function bookedDerivation(
  products: readonly ProductNet[],
  ofOpen: { readonly value: string; readonly label: string },
): Derived {
  const nets = products.flatMap(({ asset, net, label }) =>
    asset === 'USDT' && net !== null ? [{ value: net, label }] : [],
  );
  const terms = (0 < nets.length ? nets : [{ value: '0', label: undefined }]).map(({ value, label }, index) => ({
    ...term('part', index === 0 ? '' : '+', value),
    label,
  }));
  const sum = nets.reduce((total, { value }) => add(total, amountOf(value)), ZERO);
  const isPlain = amountOf(ofOpen.value) === ZERO;
  const less = isPlain ? [] : [{ ...term('part', '−', ofOpen.value), label: ofOpen.label }];
  return derivedInCents(exact([...terms, ...less], subtract(sum, amountOf(ofOpen.value))));
}

/** The result and its parts; `rest` by `restDerivation`. */
export function accountResult(from: {
  readonly dayNet: string;
  readonly ofOpen: string;
  readonly open: string;
  readonly rest: string;
}): AccountResult {
  const booked = inCents(subtract(amountOf(from.dayNet), amountOf(from.ofOpen)));
  const open = inCents(amountOf(from.open));
  const rest = inCents(amountOf(from.rest));
  const today = add(add(booked, open), rest);
  return {
    today: formatAmount(today),
    booked: formatAmount(booked),
    open: formatAmount(open),
    rest: formatAmount(rest),
  };
}

/** A book when the day began, or when it was opened since. */
export interface DayStart {
  readonly value: string;
  /** What came in since less what went out, in USDT. */
  readonly paidIn: string;
}

/** What changed the balances of a book today. */
export interface DayMoves {
  readonly start: DayStart;
  /** Worth of all balances now, and what is owed for loans. */
  readonly totalUsdt: string;
  readonly owedUsdt: string;
  readonly booked: Derived;
  /** Booked for open positions since they were opened: their result counts it. */
  readonly bookedForOpen: string;
}

type Labels = Readonly<Record<'owned' | 'owed' | 'start' | 'paidIn' | 'booked' | 'ofOpen', string>>;

/**
 * What the total value gained today, apart from what is booked and what is open. No price of an
 * open order is in it: both count the same price. Less than a cent is nothing.
 */
export function restDerivation(day: DayMoves, labels: Labels): Derived {
  const { start, totalUsdt, owedUsdt, booked, bookedForOpen } = day;
  const minus = [
    { value: owedUsdt, label: labels.owed },
    { value: start.value, label: labels.start },
    { value: start.paidIn, label: labels.paidIn },
    { value: booked.result, label: labels.booked, from: booked },
    { value: bookedForOpen, label: labels.ofOpen },
  ].filter(({ value }) => amountOf(value) !== ZERO);
  const result = minus.reduce((rest, { value }) => subtract(rest, amountOf(value)), amountOf(totalUsdt));
  return derivedInCents(
    exact(
      [
        { ...term('part', '', totalUsdt), label: labels.owned },
        ...minus.map(({ value, ...rest }) => ({ ...term('part', '−', value), ...rest })),
      ],
      result,
    ),
  );
}
