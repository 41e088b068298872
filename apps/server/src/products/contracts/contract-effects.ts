import { type Amount, ZERO } from '@glasshouse/rules/money';
import { houseAccount, userAccount } from '../../kernel/core/accounts.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type {
  AccountKey,
  Book,
  Command,
  CoreState,
  Effects,
  Posting,
  RowChange,
  Tick,
  UserEvent,
} from '../../kernel/core/types.ts';
import { type ContractOrder, orderChange } from './rows.ts';
import { type StepKind, stepChange } from './steps.ts';
import { orderWire } from './view.ts';

/** Last prices, by instrument. */
export type Rates = { readonly [code: string]: Tick };

interface EffectOptions {
  readonly rates?: Rates;
  readonly closesAt?: number;
}

/**
 * Effects of one command, as it collects them. One command may end hundreds of positions, and each
 * must see what those before it left in the house's pools: balances include every posting collected
 * so far.
 */
export class ContractEffects {
  readonly command: Command;
  /** When the session ends that it liquidates before. */
  readonly closesAt: number | null;
  readonly #rates: Rates;
  readonly #fact: Tick | undefined;
  readonly #state: CoreState;
  readonly #postings: Posting[] = [];
  readonly #rows: RowChange[] = [];
  readonly #events: UserEvent[] = [];
  /**
   * Of the accounts that were read: at most the house's, even for a tick that ends hundreds of
   * positions.
   */
  readonly #balances = new Map<AccountKey, bigint>();
  readonly #steps = new Map<number, number>();
  readonly #saved = new Map<number, ContractOrder>();

  constructor(state: CoreState, command: Command) {
    this.#state = state;
    this.command = command;
    const body = command.body as EffectOptions | null;
    const facts = command.facts as { readonly conversion?: Tick | null } | null;
    this.closesAt = body?.closesAt ?? null;
    this.#rates = body?.rates ?? {};
    this.#fact = facts?.conversion ?? undefined;
  }

  /** The price that converts an order now, as far as the command names it. */
  rateFor({ converts_by: by }: Pick<ContractOrder, 'converts_by'>): Tick | undefined {
    if (by === null) return undefined;
    return this.#rates[by.code] ?? (this.#fact?.code === by.code ? this.#fact : undefined);
  }

  balance(key: AccountKey): Amount {
    let balance = this.#balances.get(key);
    if (balance === undefined) {
      balance = balanceOf(this.#state, key);
      for (const { from, to, amount } of this.#postings) {
        if (from === key) balance -= amount;
        if (to === key) balance += amount;
      }
      this.#balances.set(key, balance);
    }
    return balance as Amount;
  }

  /** An amount of 0 posts nothing. */
  post(move: { from: AccountKey; to: AccountKey; amount: Amount; reason: string; order: ContractOrder }): void {
    const { from, to, amount, reason, order } = move;
    if (amount === 0n) return;
    this.#postings.push({ from, to, amount, reason, ref: String(order.id) });
    if (this.#balances.size === 0) return;
    this.#move(from, -amount);
    this.#move(to, amount);
  }

  #move(key: AccountKey, amount: bigint): void {
    const balance = this.#balances.get(key);
    if (balance !== undefined) this.#balances.set(key, balance + amount);
  }

  step(order: ContractOrder, kind: StepKind, tick: Tick | null, details: Parameters<typeof stepChange>[2]): void {
    const idx = this.#steps.get(order.id) ?? 0;
    this.#steps.set(order.id, idx + 1);
    this.#rows.push(stepChange({ orderId: order.id, command: this.command, idx, tick }, kind, details));
  }

  /**
   * The order's new row; its owner is sent it at the prices of the tick, with what it paid for the
   * loss of another one.
   */
  save(order: ContractOrder, tick: Tick | null, netted: Amount = ZERO): void {
    this.#rows.push(orderChange(order));
    this.#saved.set(order.id, order);
    const { user_id, book } = order;
    this.#events.push({
      userId: user_id,
      book,
      kind: 'contracts.order',
      data: orderWire(order, tick, { netted, rate: this.rateFor(order) }),
    });
  }

  /** The order as this command leaves it so far; undefined once it has ended. */
  current(order: ContractOrder | undefined): ContractOrder | undefined {
    const latest = order === undefined ? undefined : (this.#saved.get(order.id) ?? order);
    return latest?.settled_by === null ? latest : undefined;
  }

  toEffects(): Effects {
    return { postings: this.#postings, rows: this.#rows, events: this.#events };
  }
}

type Owned = Pick<ContractOrder, 'user_id' | 'book' | 'asset'>;

/** The accounts an order moves money between. */
export const accountsOf = ({ user_id, book, asset }: Owned) => ({
  available: userAccount(user_id, book, asset, 'available'),
  held: userAccount(user_id, book, asset, 'held'),
  margin: userAccount(user_id, book, asset, 'margin'),
  ...houseOf(book, asset),
});

/**
 * The house's accounts, cached by book and asset: building five keys per position took 9 % of a
 * tick that closes a hundred.
 */
const houses: Record<Book, Map<string, ReturnType<typeof makeHouse>>> = { demo: new Map(), real: new Map() };

function houseOf(book: Book, asset: string): ReturnType<typeof makeHouse> {
  let house = houses[book].get(asset);
  if (house === undefined) {
    house = makeHouse(book, asset);
    houses[book].set(asset, house);
  }
  return house;
}

const makeHouse = (book: Book, asset: string) => ({
  pool: houseAccount(book, asset, 'pool.contracts'),
  insurance: houseAccount(book, asset, 'pool.insurance'),
  capital: houseAccount(book, asset, 'capital'),
  external: houseAccount(book, asset, 'external'),
  fees: houseAccount(book, asset, 'fees'),
});
