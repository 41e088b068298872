import type { TaxSection } from '@glasshouse/api/constants';
import type { Holding } from '@glasshouse/rules/average-cost';
import type { CostMethod } from '@glasshouse/rules/cost-method';
import { type CostBasis, type CostStep, costStepsBy } from '@glasshouse/rules/cost-steps';
import type { LotPart } from '@glasshouse/rules/lots';
import { type Amount, add, divFloor, subtract, ZERO } from '@glasshouse/rules/money';
import { type Meaning, meaningOf } from '@glasshouse/rules/statement-kinds';
import type { Group, Move } from './entries.ts';

/** A line of the report. Money is in the report's currency, quantities are in the asset. */
export interface TaxLine {
  readonly section: TaxSection;
  /** Line of the statement, or the first of those that it is the sum of. */
  readonly line: string;
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly reason: string;
  readonly ref: string | null;
  readonly asset: string;
  /** Positive for what came in. */
  readonly quantity: Amount;
  /** Proceeds, price paid, or the value of what came or went. */
  readonly value: Amount;
  readonly cost: Amount;
  /** What the line adds to the year's result. */
  readonly result: Amount;
  readonly basis: CostBasis;
  /** The purchases that were sold, by FIFO. */
  readonly parts: readonly LotPart[];
}

/** What the engine is told about the world: it reads no clock and no table. */
export interface TaxWorld {
  /** USDT in the report's currency on the day of a moment. */
  readonly convert: (usdt: Amount, at: number) => Amount;
  /** USDT that a coin was worth on that day; null without a price. */
  readonly worthOf: (asset: string, amount: Amount, at: number) => Amount | null;
}

/** The unit of cost is money, not a holding. */
const UNIT = 'USDT';

/** What a line with this meaning is; trades are taken apart before. */
const SECTIONS: { readonly [Name in Meaning]: TaxSection } = {
  own: 'other',
  trade: 'other',
  tradeFee: 'tradeFee',
  result: 'result',
  income: 'income',
  fee: 'fee',
  financing: 'financing',
  capital: 'capital',
  spent: 'spent',
  correction: 'correction',
};

/** Sections that change the year's result; the rest is neither a gain nor a cost. */
const COUNTED: ReadonlySet<TaxSection> = new Set(['result', 'income', 'fee', 'financing']);
const isTrade = ({ reason }: Move): boolean => ['trade', 'tradeFee'].includes(meaningOf(reason) ?? '');

/** Follows a book from its first line on, in the order of the log. */
export class TaxEngine<Held> {
  readonly #method: CostMethod<Held>;
  readonly #world: TaxWorld;
  readonly #held = new Map<string, Held>();
  #money = ZERO;

  constructor(method: CostMethod<Held>, world: TaxWorld) {
    this.#method = method;
    this.#world = world;
  }

  /** Quantity and cost by asset, USDT with no cost, in order of names. */
  holdings(): Map<string, Holding> {
    const all = [...this.#held].map(([asset, held]) => [asset, this.#method.sum(held)] as const);
    const money = [UNIT, { quantity: this.#money, cost: ZERO }] as const;
    const there = [...all, money].filter(([, { quantity }]) => quantity !== 0n);
    return new Map(there.sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  held(asset: string): Held | undefined {
    return this.#held.get(asset);
  }

  take(group: Group): TaxLine[] {
    const trade = group.moves.filter(isTrade);
    const rest = group.moves.filter((move) => !isTrade(move));
    const arrived = rest.filter(({ asset, amount }) => asset !== UNIT && 0n < amount);
    const whole = arrived.reduce((sum, { amount }) => add(sum, amount), ZERO);
    let distributed = ZERO;
    return [
      ...(0 < trade.length ? this.#trade(group, trade) : []),
      ...rest.flatMap((move) => {
        if (move.asset === UNIT) return [this.#inMoney(group, move)];
        let value = null;
        if (0n < move.amount && group.value !== null) {
          // What came back with its fee has one value together: the last part takes what is left.
          const isLast = move === arrived.at(-1);
          value = isLast ? subtract(group.value, distributed) : (divFloor(group.value * move.amount, whole) as Amount);
          distributed = add(distributed, value);
        }
        return this.#coin(group, move, value);
      }),
    ];
  }

  #trade(group: Group, moves: readonly Move[]): TaxLine[] {
    const { at, value } = group;
    const coins = new Map<string, Amount>();
    let usdt = ZERO;
    for (const { asset, amount } of moves) {
      if (asset === UNIT) usdt = add(usdt, amount);
      else coins.set(asset, add(coins.get(asset) ?? ZERO, amount));
    }
    for (const [asset, change] of coins) if (change === ZERO) coins.delete(asset);
    this.#money = add(this.#money, usdt);
    const entry = {
      isTrade: true,
      coins,
      usdt: this.#world.convert(usdt, at),
      value: value === null || coins.size < 2 ? null : this.#world.convert(value, at),
    };
    const [first] = moves as readonly [Move];
    const lines = this.#steps(group, entry).map((step): TaxLine => {
      const own = moves.find(({ asset }) => asset === step.asset) ?? first;
      return { ...this.#lineOf(group, own, step), section: step.quantity < 0n ? 'disposal' : 'acquisition' };
    });
    const fees = moves.filter(({ reason }) => meaningOf(reason) === 'tradeFee');
    return [...lines, ...fees.map((fee) => this.#tradeFee(group, fee))];
  }

  /** For information: it is in the cost of what was bought, or came off the proceeds. */
  #tradeFee(group: Group, fee: Move): TaxLine {
    const worth = fee.asset === UNIT ? fee.amount : ZERO;
    return { ...plain(group, fee), section: 'tradeFee', value: this.#world.convert(worth, group.at) };
  }

  #inMoney(group: Group, move: Move): TaxLine {
    const meaning = meaningOf(move.reason);
    const section = meaning === undefined ? 'other' : SECTIONS[meaning];
    this.#money = add(this.#money, move.amount);
    const value = this.#world.convert(move.amount, group.at);
    return { ...plain(group, move), section, value, basis: 'usdt', result: COUNTED.has(section) ? value : ZERO };
  }

  /** Coins that come at a value or leave at their cost, without being sold. */
  #coin(group: Group, move: Move, recorded: Amount | null): TaxLine[] {
    const meaning = meaningOf(move.reason);
    const section = meaning === undefined ? 'other' : SECTIONS[meaning];
    const { at } = group;
    let usdt = recorded;
    if (usdt === null && 0n < move.amount && (meaning === 'income' || meaning === 'capital')) {
      usdt = this.#world.worthOf(move.asset, move.amount, at);
    }
    const value = usdt === null ? null : this.#world.convert(usdt, at);
    const entry = { isTrade: false, coins: new Map([[move.asset, move.amount]]), usdt: ZERO, value };
    return this.#steps(group, entry).map((step): TaxLine => {
      const worth = move.amount < 0n ? (-step.value as Amount) : step.value;
      const line = { ...this.#lineOf(group, move, step), section, value: worth };
      return { ...line, result: COUNTED.has(section) ? worth : ZERO };
    });
  }

  #steps(group: Group, entry: Parameters<typeof costStepsBy>[1]): CostStep<Held>[] {
    const before = { method: this.#method, held: (asset: string) => this.#held.get(asset), origin: group };
    const steps = costStepsBy(before, entry);
    for (const { asset, after } of steps) {
      if (this.#method.sum(after).quantity === 0n) this.#held.delete(asset);
      else this.#held.set(asset, after);
    }
    return steps;
  }

  #lineOf(group: Group, move: Move, step: CostStep<Held>): Omit<TaxLine, 'section'> {
    const { asset, quantity, value, cost, profit, basis, parts } = step;
    return { ...plain(group, move), asset, quantity, value, cost, result: profit, basis, parts };
  }
}

const plain = ({ seq, at, kind, ref }: Group, { line, reason, asset, amount }: Move): Omit<TaxLine, 'section'> => ({
  line,
  seq,
  at,
  kind,
  reason,
  ref,
  asset,
  quantity: amount,
  value: ZERO,
  cost: ZERO,
  result: ZERO,
  basis: 'none',
  parts: [],
});
