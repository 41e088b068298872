import type { Amount } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '../core/accounts.ts';
import { balanceOf } from '../core/state.ts';
import type { AccountKey, Command, CoreState, Effects, Posting, RowChange, Tick, UserEvent } from '../core/types.ts';
import { type ContractOrder, orderChange } from './order.ts';
import { type StepKind, stepChange } from './steps.ts';
import { orderWire } from './wire.ts';

/**
 * Effects in the making. One command may end hundreds of positions, and each must see what the ones before it left in the
 * house's pools, so balances are told as they will be once everything collected so far is posted.
 */
export class Work {
  readonly command: Command;
  readonly #state: CoreState;
  readonly #postings: Posting[] = [];
  readonly #rows: RowChange[] = [];
  readonly #events: UserEvent[] = [];
  readonly #moved = new Map<AccountKey, bigint>();
  readonly #steps = new Map<number, number>();

  constructor(state: CoreState, command: Command) {
    this.#state = state;
    this.command = command;
  }

  balance(key: AccountKey): Amount {
    return (balanceOf(this.#state, key) + (this.#moved.get(key) ?? 0n)) as Amount;
  }

  /** Nothing is posted for an amount of 0. */
  post(move: { from: AccountKey; to: AccountKey; amount: Amount; reason: string; order: ContractOrder }): void {
    const { from, to, amount, reason, order } = move;
    if (amount === 0n) return;
    this.#postings.push({ from, to, amount, reason, ref: String(order.id) });
    this.#moved.set(from, (this.#moved.get(from) ?? 0n) - amount);
    this.#moved.set(to, (this.#moved.get(to) ?? 0n) + amount);
  }

  step(order: ContractOrder, kind: StepKind, tick: Tick | null, details: Parameters<typeof stepChange>[2]): void {
    const idx = this.#steps.get(order.id) ?? 0;
    this.#steps.set(order.id, idx + 1);
    this.#rows.push(stepChange({ orderId: order.id, command: this.command, idx, tick }, kind, details));
  }

  /** The order as it is from now on; its owner hears of it with the prices of the tick. */
  save(order: ContractOrder, tick: Tick | null): void {
    this.#rows.push(orderChange(order));
    const { user_id, book } = order;
    this.#events.push({ userId: user_id, book, kind: 'contracts.order', data: orderWire(order, tick) });
  }

  effects(): Effects {
    return { postings: this.#postings, rows: this.#rows, events: this.#events };
  }
}

type Owned = Pick<ContractOrder, 'user_id' | 'book' | 'asset'>;
let last: { readonly of: Owned; readonly accounts: ReturnType<typeof makeAccounts> } | undefined;

/** The accounts that an order moves money between. The last ones are kept: one close asks for them several times. */
export function accountsOf({ user_id, book, asset }: Owned): ReturnType<typeof makeAccounts> {
  const same = last?.of.user_id === user_id && last.of.book === book && last.of.asset === asset;
  if (last === undefined || !same) {
    const of = { user_id, book, asset };
    last = { of, accounts: makeAccounts(of) };
  }
  return last.accounts;
}

const makeAccounts = ({ user_id, book, asset }: Owned) => ({
  available: userAccount(user_id, book, asset, 'available'),
  held: userAccount(user_id, book, asset, 'held'),
  margin: userAccount(user_id, book, asset, 'margin'),
  pool: houseAccount(book, asset, 'pool.contracts'),
  insurance: houseAccount(book, asset, 'pool.insurance'),
  capital: houseAccount(book, asset, 'capital'),
  external: houseAccount(book, asset, 'external'),
  fees: houseAccount(book, asset, 'fees'),
});
