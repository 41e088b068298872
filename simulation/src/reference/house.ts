import { ofHouse, ofUser } from './accounts.ts';
import { CODE } from './codes.ts';
import { mustUnits, textOf, unitsOf } from './figures.ts';
import { type Prediction, refusal } from './prediction.ts';
import type { Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';

const ASSET = 'USDT';
const demoMoney = (user: number): string => ofUser(user, 'demo', ASSET, 'available');

const namedRules = (body: unknown): number | undefined => (body as { rules?: number }).rules;

/** Books and the house's funds. */
export class HouseModel implements Product {
  readonly types: Product['types'];
  readonly #reference: Reference;

  /** `products`: those a reset closes, in order. */
  constructor(reference: Reference, products: () => readonly Product[]) {
    this.#reference = reference;
    this.types = {
      'books.open': (entry) => this.#open(entry),
      'books.reset': (entry) => this.#reset(entry, products()),
      'house.fund': (entry) => this.#fund(entry),
      'simulation.deposit': (entry) => this.#deposit(entry),
    };
  }

  /** Where what is played with comes from; `external` before there was an account for it. */
  #sourceOf(body: unknown): string {
    return 2 <= this.#reference.rulesOf(namedRules(body)) ? 'playMoney' : 'external';
  }

  get #grant(): bigint {
    return mustUnits(this.#reference.figure('demo.grant', '100000'));
  }

  #open({ user, book, body }: Entry): Prediction {
    const { accounts } = this.#reference;
    if (book !== 'demo') return refusal(CODE.demoOnly);
    const opened = !accounts.has(demoMoney(user));
    if (opened) accounts.move(ofHouse(book, ASSET, this.#sourceOf(body)), demoMoney(user), this.#grant);
    return { code: CODE.done, result: { opened } };
  }

  /**
   * Everything live ends, then the book holds its opening balance and nothing else; the difference
   * is posted against where play money comes from.
   */
  #reset(entry: Entry, products: readonly Product[]): Prediction {
    const { accounts } = this.#reference;
    const { user, book, body } = entry;
    if (book !== 'demo') return refusal(CODE.demoOnly);
    const closed = products.map((product) => product.closeAll?.(entry)).filter((part) => part !== undefined);
    for (const key of accounts.keysOf(user, book)) {
      const asset = key.split('/')[2] as string;
      if (key !== demoMoney(user)) accounts.move(key, ofHouse(book, asset, this.#sourceOf(body)), accounts.of(key));
    }
    accounts.move(
      ofHouse(book, ASSET, this.#sourceOf(body)),
      demoMoney(user),
      this.#grant - accounts.of(demoMoney(user)),
    );
    const resetEvent = { userId: user, book, kind: 'demo.reset', data: { at: new Date(entry.at).toISOString() } };
    return {
      code: CODE.done,
      result: { balance: textOf(this.#grant), asset: ASSET },
      rows: closed.flatMap(({ rows }) => rows),
      events: [...closed.flatMap(({ events }) => events), resetEvent],
    };
  }

  #fund({ book, body }: Entry): Prediction {
    const { accounts } = this.#reference;
    const { asset, amount, into } = body as { asset: string; amount: string; into: string };
    const units = unitsOf(amount);
    if (units === undefined || units === 0n) return refusal(CODE.range, 'amount');
    const source = this.#sourceOf(body);
    const stays = into === 'capital' && source === 'playMoney';
    if (!into.startsWith('pool.') && !stays) return refusal(CODE.format, 'into');
    // It is posted to capital first, then to the pool.
    accounts.move(ofHouse(book, asset, source), ofHouse(book, asset, 'capital'), units);
    if (!stays) accounts.move(ofHouse(book, asset, 'capital'), ofHouse(book, asset, into), units);
    return { code: CODE.done, result: null };
  }

  /** A deposit that exists only in the simulation (`workload/deposits.ts`). */
  #deposit({ user, book, body }: Entry): Prediction {
    const { amount, asset } = body as { amount: string; asset: string };
    const from = ofHouse(book, asset, 'external');
    this.#reference.accounts.move(from, ofUser(user, book, asset, 'available'), mustUnits(amount));
    return { code: CODE.done, result: null };
  }
}
