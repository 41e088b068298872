import { code } from '@glasshouse/api/codes';
import { type Amount, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { type HouseKind, houseAccount, userAccount } from '../kernel/core/accounts.ts';
import { refuse } from '../kernel/core/refusal.ts';
import { balanceOf, sliceOf } from '../kernel/core/state.ts';
import type { AccountScope, Book, CoreState } from '../kernel/core/types.ts';
import { operatorHandler } from './action.ts';
import type { OperatorBody } from './stamp.ts';

export type AdjustBody = OperatorBody<{
  readonly asset: string;
  readonly amount: string;
  /** `credit`: from the operator's capital to the person; `debit`: back. */
  readonly direction: 'credit' | 'debit';
}>;
export type HouseMoveBody = OperatorBody<{
  readonly asset: string;
  readonly amount: string;
  /** `external` (demo book: `playMoney`), `capital` or a pool; one of the two is `capital`. */
  readonly from: string;
  readonly to: string;
}>;

const POOLS = ['pool.options', 'pool.contracts', 'pool.insurance', 'pool.liquidity', 'pool.lending'] as const;
/** Pools that an operator funds and draws from, besides `capital` and `external`. */
export const HOUSE_POOLS: readonly string[] = POOLS;

/**
 * The only way to change a person's balance by hand: two persons, a reason that the person reads,
 * and the operator's own money on the other side.
 */
export const adjustBalance = operatorHandler<AdjustBody>({
  permission: 'balances.adjust',
  secondPerson: () => true,
  decide: (state, { seq, userId, book, body }) => {
    const { asset, direction, reason } = body;
    const amount = parseAmount(body.amount);
    if (userId === 0) return refuse(code.nothingFound, 'user');
    if (amount === undefined || amount <= 0n) return refuse(code.outOfRange, 'amount');
    const available = userAccount(userId, book, asset, 'available');
    const capital = houseAccount(book, asset, 'capital');
    const isCredit = direction === 'credit';
    const [from, to] = isCredit ? [capital, available] : [available, capital];
    if ((isCredit ? freeCapital(state, { book, asset }) : balanceOf(state, from)) < amount) {
      return refuse(isCredit ? code.capitalTooSmall : code.balanceInsufficient, 'amount');
    }
    const held = balanceOf(state, available);
    const after = isCredit ? held + amount : held - amount;
    return {
      ok: true,
      subject: `user ${userId}`,
      before: { book, asset, available: formatAmount(held) },
      after: { book, asset, available: formatAmount(after as typeof held) },
      postings: [{ from, to, amount, reason: `adjust.${direction}`, ref: String(seq) }],
      rows: [],
      events: [{ userId, book, kind: 'adjustment', data: { asset, amount: formatAmount(amount), direction, reason } }],
    };
  },
});

/**
 * What may leave the capital: what open contracts may gain beyond what their pool holds stays. It
 * was checked when each was taken, and no operator takes it away afterwards.
 */
export function freeCapital(state: CoreState, scope: AccountScope): Amount {
  const { book, asset } = scope;
  let free: bigint = balanceOf(state, houseAccount(book, asset, 'capital'));
  for (const module of state.modules) {
    const promised = module.promises?.(sliceOf(state, module), scope);
    const beyond = promised === undefined ? 0n : promised.amount - balanceOf(state, promised.pool);
    if (0n < beyond) free -= beyond;
  }
  return (free < 0n ? 0n : free) as Amount;
}

/** Where money comes into the house from, and leaves it to. */
const isOutside = (kind: string): boolean => kind === 'external' || kind === 'playMoney';

/** Nobody plays on the real book. */
const isHouseEnd = (kind: string, book: Book): kind is HouseKind =>
  kind === 'external' || kind === 'capital' || HOUSE_POOLS.includes(kind) || (kind === 'playMoney' && book === 'demo');

/** Away from where promises are paid from, or out of the house. */
const isDraw = ({ from, to }: HouseMoveBody): boolean => isOutside(to) || (to === 'capital' && !isOutside(from));

/** What may be moved from an account; `capital` also pays what the pool of contracts lacks. */
function movable(state: CoreState, scope: AccountScope, { from, to }: { from: HouseKind; to: HouseKind }): Amount {
  return from === 'capital' && to !== 'pool.contracts'
    ? freeCapital(state, scope)
    : balanceOf(state, houseAccount(scope.book, scope.asset, from));
}

/** Funds a pool, draws from it, brings capital in or takes it out. */
export const moveHouse = operatorHandler<HouseMoveBody>({
  permission: (body) => (isDraw(body) ? 'house.draw' : 'house.fund'),
  secondPerson: () => true,
  decide: (state, { seq, book, body }) => {
    const { asset, from, to } = body;
    const amount = parseAmount(body.amount);
    if (amount === undefined || amount <= 0n) return refuse(code.outOfRange, 'amount');
    if (!isHouseEnd(from, book)) return refuse(code.wrongFormat, 'from');
    if (!isHouseEnd(to, book) || from === to || (from !== 'capital' && to !== 'capital')) {
      return refuse(code.wrongFormat, 'to');
    }
    const source = houseAccount(book, asset, from);
    const target = houseAccount(book, asset, to);
    if (!isOutside(from) && movable(state, { book, asset }, { from, to }) < amount) {
      return refuse(code.capitalTooSmall, 'amount');
    }
    const ends = (moved: bigint) => ({
      asset,
      book,
      [from]: formatAmount((balanceOf(state, source) - moved) as typeof amount),
      [to]: formatAmount((balanceOf(state, target) + moved) as typeof amount),
    });
    return {
      ok: true,
      subject: `house ${book} ${asset}`,
      before: ends(0n),
      after: ends(amount),
      postings: [
        { from: source, to: target, amount, reason: isDraw(body) ? 'house.draw' : 'house.fund', ref: String(seq) },
      ],
      rows: [],
      events: [],
    };
  },
});
