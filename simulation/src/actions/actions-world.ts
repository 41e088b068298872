import type { AccountKey, CoreModule, Json } from '@glasshouse/server/kernel/core/types';
import { Harness, TEST_CODE } from '@glasshouse/server/kernel/testing/harness';
import { MemoryStore } from '@glasshouse/server/kernel/testing/memory-store';
import { TEST_CONTRACT } from '@glasshouse/server/products/contracts/testing/fixture';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { Random } from '../random.ts';
import {
  type ActionTerms,
  auditDividend,
  auditEnd,
  auditSplit,
  type Before,
  type OrderRow,
  unitsOf,
} from './audit-action.ts';

const MINUTE_MS = 60_000;
const USERS = 24;
const FIRST_USER = 101;
const RATIOS = [
  [2, 1],
  [10, 1],
  [3, 2],
  [1, 8],
  [7, 3],
] as const;

const OFFER = {
  ...TEST_CONTRACT,
  slippageRate: '0.05',
  stopDistancePoints: 1,
  stalenessMs: 3_600_000,
  dividendWithholdingRate: '0.15',
  maxLots: '100000',
  exposureMax: '1000000000',
  exposureTotalMax: '1000000000',
  personMax: '1000000000',
};

/**
 * A market of one share with people in both directions, splits, dividends and at last the end of
 * its month. The audit reckons what each action must leave by its own arithmetic, from the rows of
 * before and of after it, and never asks the rules.
 */
export class ActionsWorld {
  readonly findings: string[] = [];
  /** Actions by kind and outcome, so that a test can see that they happened. */
  readonly counts = new Map<string, number>();
  readonly #random: Random;
  readonly #store = new MemoryStore(MODULES);
  readonly #harness: Harness;
  #mid = 100_000;
  #names = 0;

  constructor(seed: number, modules: readonly CoreModule[] = MODULES) {
    this.#random = new Random(seed);
    this.#harness = new Harness(this.#store, { modules });
  }

  async run(rounds: number): Promise<void> {
    await this.#open();
    for (let round = 0; round < rounds && this.findings.length === 0; round += 1) {
      await this.#trade();
      await this.#act(round === rounds - 1);
      this.#checkMoney();
    }
    await this.#harness.sequencer.stop();
  }

  async #open(): Promise<void> {
    await this.#harness.start();
    await this.#internal('contracts.define', OFFER);
    for (const [into, amount] of [
      ['pool.contracts', '100000000'],
      ['pool.insurance', '10000000'],
      ['capital', '100000000'],
    ] as const)
      await this.#internal('house.fund', { asset: 'USDT', amount, into, rules: 2 });
    for (let user = 0; user < USERS; user += 1) await this.#harness.open(FIRST_USER + user);
    await this.#harness.tick(this.#mid);
  }

  #internal(type: string, body: object): ReturnType<Harness['internal']> {
    this.#names += 1;
    return this.#harness.internal(type, body as Json, `world-${this.#names}`);
  }

  /** Whoever has no order places one, so that each action meets one order a person. */
  async #trade(): Promise<void> {
    const random = this.#random;
    for (let user = FIRST_USER; user < FIRST_USER + USERS; user += 1) {
      if (this.#live().some((order) => order.user_id === user) || random.chance(0.3)) continue;
      const side = random.pick(['buy', 'sell'] as const);
      const sign = side === 'buy' ? 1 : -1;
      const away = (percent: number): string => (Math.round(this.#mid * (1 + (sign * percent) / 100)) / 100).toFixed(2);
      const isLimit = random.chance(0.25);
      await this.#harness.submit(user, 'contracts.buy', {
        code: TEST_CODE,
        side,
        leverage: random.pick([1, 2, 5, 20, 50, 100]),
        lots: (random.int(1, 900) / 100).toFixed(2),
        ...(isLimit ? { type: 'limit', price: away(-random.int(2, 5)) } : { type: 'market' }),
        ...(random.chance(0.4) ? { stopLoss: away(-random.int(20, 40) / 2) } : {}),
        ...(random.chance(0.4) ? { takeProfit: away(random.int(20, 60)) } : {}),
      });
    }
    for (let tick = 0; tick < 3; tick += 1) {
      this.#mid = Math.max(2_000, Math.round(this.#mid * (1 + random.int(-2, 2) / 1_000)));
      await this.#harness.tick(this.#mid);
    }
  }

  async #act(isLast: boolean): Promise<void> {
    const terms = this.#nextAction(isLast);
    const { harness, moment } = { harness: this.#harness, moment: this.#nextMinute() };
    const body = {
      code: TEST_CODE,
      symbol: null,
      source: 'world',
      origin: 'file',
      effective_at: moment,
      ...terms.body,
    };
    const answer = await this.#internal('corporate.import', body);
    if (answer.code !== 200) throw new Error(`the action was refused with ${answer.code}`);
    const before = this.#before();
    await harness.tick(Math.max(2, terms.first), moment - harness.now);
    this.#mid = Math.max(2, terms.first);
    const after = new Map(this.#rows<OrderRow>('contract_orders').map((order) => [order.id, order]));
    const wealth = (user: number): bigint => this.#wealth(user);
    const audited = { ...terms, before, after, wealth };
    const kind = terms.body.kind;
    this.#count(kind, terms.isContradicted ? 'lapsed' : 'applied');
    const audit = kind === 'split' ? auditSplit : kind === 'dividend' ? auditDividend : auditEnd;
    this.findings.push(...audit(audited));
    const [state] = this.#rows<{ id: number; state: string }>('corporate_actions')
      .toSorted((left, right) => right.id - left.id)
      .map((action) => action.state);
    if (state !== (terms.isContradicted ? 'lapsed' : 'applied')) this.findings.push(`the ${kind} is ${state}`);
    for (const order of after.values()) this.#count(`closed by ${order.closed_by}`);
    // Actions of one kind within three days are one.
    await harness.tick(this.#mid, 4 * 24 * 60 * MINUTE_MS);
  }

  #nextAction(isLast: boolean): ActionTerms {
    const random = this.#random;
    const none = { numerator: 1, denominator: 1, amount: null };
    if (isLast)
      return {
        body: { ...none, kind: 'roll', symbol: 'NEXT' },
        first: this.#mid + 7_000,
        last: this.#mid,
        isContradicted: false,
      };
    const isContradicted = random.chance(0.2);
    if (random.chance(0.5)) {
      const [numerator, denominator] = random.pick(RATIOS);
      const first = isContradicted ? this.#mid : Math.round((this.#mid * denominator) / numerator);
      return { body: { ...none, kind: 'split', numerator, denominator }, first, last: this.#mid, isContradicted };
    }
    // Small ones are paid as entered; a special one only where the price falls by it.
    const share = isContradicted ? random.int(12, 45) : random.pick([1, 3, 9, 15, 40]);
    const points = Math.round((this.#mid * share) / 100);
    const first = isContradicted ? this.#mid : this.#mid - points;
    const body = { ...none, kind: 'dividend' as const, amount: (points / 100).toFixed(2) };
    return { body, first, last: this.#mid, isContradicted };
  }

  #nextMinute(): number {
    return Math.ceil((this.#harness.now + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  }

  #rows<Row>(table: string): Row[] {
    return [...(this.#store.rows.get(table)?.values() ?? [])] as Row[];
  }

  #live = (): OrderRow[] => this.#rows<OrderRow>('contract_orders').filter((order) => order.settled_by === null);

  #before(): Before[] {
    return this.#live().map((order) => ({ order: { ...order }, wealth: this.#wealth(order.user_id) }));
  }

  #account(owner: string, kind: string): bigint {
    const key = `${owner}/demo/USDT/${kind}` as AccountKey;
    return this.#harness.sequencer.state.accounts.get(key)?.balance ?? 0n;
  }

  #wealth(user: number): bigint {
    return ['available', 'held', 'margin'].reduce((sum, kind) => sum + this.#account(`u${user}`, kind), 0n);
  }

  /** No money appears, and what is posted as margin or held is that of the live orders. */
  #checkMoney(): void {
    let sum = 0n;
    for (const { scope, balance } of this.#harness.sequencer.state.accounts.values())
      if (scope.book === 'demo' && scope.asset === 'USDT') sum += balance;
    if (sum !== 0n) this.findings.push(`the accounts add up to ${sum}`);
    for (let user = FIRST_USER; user < FIRST_USER + USERS; user += 1) {
      const own = this.#live().filter((order) => order.user_id === user && order.state === 'open');
      const margin = own.reduce((total, order) => total + unitsOf(order.margin), 0n);
      if (margin !== this.#account(`u${user}`, 'margin'))
        this.findings.push(`the margin of ${user} is that of no position`);
    }
    for (const bug of this.#harness.bugs) this.findings.push(`a command could not be decided: ${bug.message}`);
  }

  #count(...names: readonly string[]): void {
    const name = names.join(' ');
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}
