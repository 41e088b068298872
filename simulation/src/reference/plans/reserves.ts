import { ofHouse } from '../accounts.ts';
import type { AuthorityModel, Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { greatest, textOf, unitsOf } from '../figures.ts';
import { type ExpectedRow, type Prediction, refusal } from '../prediction.ts';
import type { Product, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import type { PlanTermsModel } from './terms.ts';
import type { PlanTotalsModel } from './totals.ts';

const BOOK = 'real';

interface Parts {
  readonly terms: PlanTermsModel;
  readonly totals: PlanTotalsModel;
  readonly needed: (asset: string) => bigint;
}

interface PlanKey {
  readonly product: number;
  readonly asset: string;
  readonly amount: bigint;
}

/** Money into what yield is promised from, and out of it. */
export class PlanReservesModel {
  readonly types: Product['types'];
  readonly #reference: Reference;
  readonly #parts: Parts;

  constructor(reference: Reference, authority: AuthorityModel, parts: Parts) {
    this.#reference = reference;
    this.#parts = parts;
    this.types = { 'plans.endow': (entry) => this.#endow(entry) };
    authority.action('plans.fund', ['owner', 'finance'], (entry) => this.#fund(entry));
    authority.action('plans.draw', ['owner', 'finance'], (entry) => this.#draw(entry));
  }

  #read(body: unknown): PlanKey | Prediction {
    const { product, amount: text } = body as { product: number; amount: string };
    const terms = this.#parts.terms.of(product);
    if (terms === undefined) return refusal(CODE.nothingFound, 'product');
    const amount = unitsOf(text);
    if (amount === undefined || amount === 0n) return refusal(CODE.range, 'amount');
    return { product, asset: terms.offer.asset, amount };
  }

  #pool({ product, asset }: PlanKey): string {
    return ofHouse(BOOK, asset, `pool.plan${product}`);
  }

  #rows({ seq, at }: Entry, named: PlanKey, kind: string): ExpectedRow[] {
    const { product, asset, amount } = named;
    const { totals } = this.#parts;
    totals.grow(product, kind === 'drawn' ? { drawn: amount } : { funded: amount });
    const pool = textOf(this.#reference.accounts.of(this.#pool(named)));
    const row = { seq, product, asset, kind, amount: textOf(amount), pool, at };
    return [{ table: 'plan_funding', row }, totals.row(product)];
  }

  #endow(entry: Entry): Prediction {
    const named = this.#read(entry.body);
    if ('code' in named) return named;
    this.#reference.accounts.move(ofHouse(BOOK, named.asset, 'playMoney'), this.#pool(named), named.amount);
    // It passes through the capital.
    this.#reference.accounts.touch(ofHouse(BOOK, named.asset, 'capital'));
    return { code: CODE.done, result: null, rows: this.#rows(entry, named, 'played'), counts: ['reserve endowed'] };
  }

  #fund(entry: Entry): Decision {
    const named = this.#read(entry.body as OperatorBody);
    if ('code' in named) return named;
    const { accounts } = this.#reference;
    const capital = ofHouse(BOOK, named.asset, 'capital');
    if (greatest(0n, accounts.of(capital) - this.#parts.needed(named.asset)) < named.amount) {
      return refusal(CODE.capital, 'amount');
    }
    return this.#move(named, 'funded', () => accounts.move(capital, this.#pool(named), named.amount));
  }

  #draw(entry: Entry): Decision {
    const named = this.#read(entry.body as OperatorBody);
    if ('code' in named) return named;
    const { accounts } = this.#reference;
    const pool = this.#pool(named);
    if (accounts.of(pool) < named.amount) return refusal(CODE.reserve, 'amount');
    const capital = ofHouse(BOOK, named.asset, 'capital');
    return this.#move(named, 'drawn', () => accounts.move(pool, capital, named.amount));
  }

  #move(named: PlanKey, kind: 'funded' | 'drawn', move: () => void): Decision {
    const { product, asset, amount } = named;
    const held = this.#reference.accounts.of(this.#pool(named));
    const after = kind === 'drawn' ? held - amount : held + amount;
    return {
      subject: `plan${product}`,
      before: { asset, pool: textOf(held) },
      after: { asset, pool: textOf(after) },
      needsSecond: true,
      apply: (entry) => {
        move();
        return { rows: this.#rows(entry, named, kind), events: [], counts: [`reserve ${kind}`] };
      },
    };
  }
}
