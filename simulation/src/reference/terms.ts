import type { AuthorityModel, Decision, OperatorBody } from './authority.ts';
import { CODE } from './codes.ts';
import { mustUnits } from './figures.ts';
import { canonical, type Findings } from './findings.ts';
import { type ExpectedRow, type Prediction, refusal } from './prediction.ts';
import type { Offered, Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';
import { readField } from './term-fields.ts';

type Fields = Readonly<Record<string, unknown>>;
type Row = Fields & {
  readonly id: number;
  readonly product: string;
  readonly code: string;
  readonly fields: Fields;
  readonly effective_from: number;
  state: string;
};

const AHEAD_MAX_MS = 366 * 86_400_000;
/** By which command each product defines what it offers. */
const DEFINES: Readonly<Record<string, string>> = {
  options: 'options.define',
  contracts: 'contracts.define',
  spot: 'spot.define',
  convert: 'convert.define',
  feeTiers: 'levels.define',
  referrals: 'referrals.define',
};
/** Ids of the commands by which a change comes into force. */
const CHANGED = /:change:(\d+)$/;

type Offering = Product & { readonly offered: Offered };

/** Changes of what is offered, by two operators, from a moment on. */
export class TermsModel implements Product {
  readonly types: Product['types'];
  readonly #products: Readonly<Record<string, Offering>>;
  readonly #reference: Reference;
  readonly #findings: Findings;
  readonly #rows = new Map<number, Row>();
  #appliedAt = 0;

  constructor(reference: Reference, authority: AuthorityModel, products: Readonly<Record<string, Offering>>) {
    this.#reference = reference;
    this.#products = products;
    this.#findings = reference.findings;
    const defines = Object.entries(products).map(([product, { types }]) => {
      const type = DEFINES[product] as string;
      const define = types[type] as NonNullable<(typeof types)[string]>;
      return [
        type,
        (...[entry, next]: Parameters<typeof define>) => {
          this.#checkDue(entry, product);
          return define(entry, next);
        },
      ] as const;
    });
    this.types = { ...Object.fromEntries(defines), 'terms.apply': (entry) => this.#apply(entry) };
    authority.action('terms.change', ['owner', 'finance'], (entry) => this.#change(entry));
    authority.action('terms.cancel', ['owner', 'finance'], (entry) => this.#cancel(entry));
  }

  checkNothingOverdue(at: number): void {
    // One change of a thing comes into force at a time, because the next builds on what it leaves.
    if (this.#appliedAt === at) return;
    for (const { id, state, effective_from } of this.#rows.values()) {
      const isLate = state === 'scheduled' && effective_from <= at;
      this.#findings.check(!isLate, () => `change ${id} of the terms should be in force`);
    }
  }

  #offered(product: string): Offered | undefined {
    return Object.hasOwn(this.#products, product) ? this.#products[product]?.offered : undefined;
  }

  #change({ seq, at, body }: Entry): Decision {
    const { product, code, fields, effectiveFrom, by } = body as OperatorBody & {
      product: string;
      code: string;
      fields: Fields;
      effectiveFrom: number | null;
    };
    const offered = this.#offered(product);
    if (offered === undefined) return refusal(CODE.nothingFound, 'product');
    const current = offered.current(code);
    if (current === undefined) return refusal(CODE.nothingFound, 'code');
    // Read in the order in which the log has them.
    const names = Object.keys(fields).sort();
    if (names.length === 0) return refusal(CODE.required, 'fields');
    const changed: Record<string, unknown> = {};
    for (const name of names) {
      const read = readField(this.#reference.rulesOf(undefined), product, name, fields[name]);
      if ('wrong' in read) return refusal(read.wrong, name);
      changed[name] = read.value;
    }
    const offer = merged(product, current.offer, changed);
    if (canonical(offer) === canonical(current.offer)) return refusal(CODE.range, 'fields');
    const fault = offered.faultOf(offer);
    if (fault !== undefined) return fault;
    const from = effectiveFrom ?? at;
    if (at + this.#reference.figure('terms.aheadMaxMs', AHEAD_MAX_MS) < from)
      return refusal(CODE.range, 'effectiveFrom');
    const isLess = product === 'feeTiers' && takesShares(current.offer.tiers as Lines, offer.tiers as Lines);
    const notice = isLess ? this.#reference.figure('referrals.noticeMs', 0) : 0;
    const isPutOff = 0 < notice && from < at + notice;
    const named = isPutOff ? at + notice : effectiveFrom;
    const iso = named === null ? null : new Date(named).toISOString();
    return {
      subject: `terms ${product} ${code}`,
      before: columnsOf(current.offer, names),
      after: { ...changed, effectiveFrom: iso },
      needsSecond: true,
      apply: () => {
        const row = {
          id: seq,
          product,
          code,
          fields: changed,
          effective_from: Math.max(at + notice, from),
          state: 'scheduled',
          asked_by: by.operator,
          asked_at: at,
          ended_at: null,
          version: null,
        };
        this.#rows.set(seq, row);
        return {
          rows: [stored(row)],
          counts: [`terms of ${product} scheduled`, ...(isPutOff ? ['smaller shares announced'] : [])],
        };
      },
    };
  }

  #cancel({ at, body }: Entry): Decision {
    const found = this.#rows.get((body as unknown as { id: number }).id);
    if (found?.state !== 'scheduled') return refusal(CODE.nothingFound, 'id');
    return {
      subject: `terms ${found.product} ${found.code}`,
      before: { id: found.id, state: 'scheduled' },
      after: { id: found.id, state: 'cancelled' },
      apply: () => {
        Object.assign(found, { state: 'cancelled', ended_at: at });
        return { rows: [stored(found)] };
      },
    };
  }

  /** A change that is due comes into force as it was agreed, and never before its moment. */
  #checkDue({ seq, id, at, body }: Entry, product: string): void {
    const number = CHANGED.exec(id)?.[1];
    if (number === undefined) return;
    const found = this.#rows.get(Number(number));
    const isDue = found?.state === 'scheduled' && found.product === product && found.effective_from <= at;
    this.#findings.check(isDue, () => `entry ${seq} puts change ${number} in force, which is not due`);
    const current = found === undefined ? undefined : this.#offered(product)?.current(found.code);
    if (found === undefined || current === undefined) return;
    const agreed = merged(product, current.offer, found.fields);
    this.#findings.equal(`entry ${seq}: what was agreed`, canonical(body), canonical(agreed));
  }

  #apply({ seq, at, body }: Entry): Prediction {
    const found = this.#rows.get((body as { id: number }).id);
    if (found?.state !== 'scheduled') return refusal(CODE.nothingFound, 'id');
    this.#appliedAt = at;
    this.#findings.check(found.effective_from <= at, () => `entry ${seq} applies change ${found.id} too early`);
    const { product, code, fields } = found;
    const names = Object.keys(fields);
    const current = this.#offered(product)?.current(code);
    const isInForce =
      current !== undefined && canonical(merged(product, current.offer, fields)) === canonical(current.offer);
    // Refused only where the other terms of that moment no longer allow it.
    const offer = current === undefined ? fields : merged(product, current.offer, fields);
    const isPossible = this.#offered(product)?.faultOf(offer) === undefined;
    this.#findings.check(isInForce || !isPossible, () => `entry ${seq} gives up change ${found.id}, which is possible`);
    const rows: ExpectedRow[] = [];
    if (isInForce) {
      for (const earlier of this.#rows.values()) {
        const isSame = earlier.product === product && earlier.code === code;
        if (earlier.state !== 'applied' || !isSame) continue;
        if (!Object.keys(earlier.fields).every((name) => names.includes(name))) continue;
        earlier.state = 'superseded';
        rows.push(stored(earlier));
      }
      Object.assign(found, { state: 'applied', ended_at: at, version: current.version });
    } else Object.assign(found, { state: 'failed', ended_at: at });
    rows.push(stored(found));
    const counts = [`terms of ${product} ${found.state}`];
    return { code: CODE.done, result: { state: found.state }, rows, counts };
  }
}

type Lines = readonly { readonly fees30d: string; readonly referralShare: string }[];

/** Whether some sum of own fees brings a smaller share of friends' fees than it did. */
function takesShares(before: Lines, after: Lines): boolean {
  const shareAt = (tiers: Lines, paid: bigint): bigint =>
    tiers.reduce((share, line) => (mustUnits(line.fees30d) <= paid ? mustUnits(line.referralShare) : share), 0n);
  const sums = [...before, ...after].map(({ fees30d }) => mustUnits(fees30d));
  return sums.some((paid) => shareAt(after, paid) < shareAt(before, paid));
}

const stored = (row: Row): ExpectedRow => ({ table: 'terms_changes', row: { ...row } });

const columnsOf = (offer: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, offer[name] ?? null]));

/**
 * With the fields changed; the leverage of the first tier of a contract is the instrument's, and
 * the largest gap of a requirement is the one there was.
 */
function merged(product: string, offer: Fields, fields: Fields): Fields {
  const [first] = product === 'contracts' ? ((fields.tiers ?? []) as readonly { maxLeverage: number }[]) : [];
  const required = { ...(offer.closeRequirement as Fields), ...(fields.closeRequirement as Fields) };
  return {
    ...offer,
    ...fields,
    ...(first === undefined ? {} : { maxLeverage: first.maxLeverage }),
    ...(product === 'contracts' && 'closeRequirement' in fields ? { closeRequirement: required } : {}),
  };
}
