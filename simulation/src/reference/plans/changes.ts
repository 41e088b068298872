import type { AuthorityModel, Decision, OperatorBody } from '../authority.ts';
import { CODE } from '../codes.ts';
import { canonical } from '../findings.ts';
import { type Prediction, refusal } from '../prediction.ts';
import type { Product, Reference } from '../product.ts';
import type { Entry } from '../stored.ts';
import type { Offer } from './arithmetic.ts';
import type { PlanTermsModel } from './terms.ts';

interface Change {
  readonly id: number;
  readonly product: number;
  readonly offer: Offer;
  readonly effective_from: number;
  readonly state: string;
  readonly asked_by: number;
  readonly asked_at: number;
  readonly ended_at: number | null;
}

const AHEAD_MAX_MS = 366 * 86_400_000;
const CHANGES_MAX = 100;

/** Products as operators want them from a moment on. */
export class PlanChangesModel {
  readonly types: Product['types'] = { 'plans.apply': (entry) => this.#apply(entry) };
  readonly #reference: Reference;
  readonly #terms: PlanTermsModel;
  readonly #changes = new Map<number, Change>();

  constructor(reference: Reference, authority: AuthorityModel, terms: PlanTermsModel) {
    this.#reference = reference;
    this.#terms = terms;
    authority.action('plans.propose', ['owner', 'finance'], (entry) => this.#propose(entry));
    authority.action('plans.cancelChange', ['owner', 'finance'], (entry) => this.#cancel(entry));
  }

  isBehind(at: number): boolean {
    return [...this.#changes.values()].some((change) => change.effective_from <= at);
  }

  checkNothingOverdue(at: number): void {
    for (const { id, effective_from: from } of this.#changes.values()) {
      this.#reference.findings.check(at < from, () => `change ${id} of plans should be in force`);
    }
  }

  #propose({ seq, at, body }: Entry): Decision {
    const { product, offer, effectiveFrom, by } = body as OperatorBody & {
      product: number;
      offer: Offer;
      effectiveFrom: number | null;
    };
    const number = product === 0 ? this.#terms.products.length + 1 : product;
    const before = product === 0 ? null : (this.#terms.of(product)?.offer ?? null);
    if (product !== 0 && before === null) return refusal(CODE.nothingFound, 'product');
    const accepted = this.#terms.accept({ ...offer, code: `plan${number}` });
    if ('code' in accepted) return accepted;
    if (before !== null && canonical(accepted.offer) === canonical(before)) return refusal(CODE.range, 'offer');
    const { figure } = this.#reference;
    const from = effectiveFrom ?? at;
    if (at + figure('terms.aheadMaxMs', AHEAD_MAX_MS) < from) return refusal(CODE.range, 'effectiveFrom');
    if (figure('plans.changesMax', CHANGES_MAX) <= this.#changes.size) return refusal(CODE.capacity);
    const iso = effectiveFrom === null ? null : new Date(effectiveFrom).toISOString();
    return {
      subject: product === 0 ? 'new plan' : `plan${product}`,
      before,
      after: { ...accepted.offer, effectiveFrom: iso },
      needsSecond: true,
      apply: () => {
        const change: Change = {
          id: seq,
          product,
          offer: accepted.offer,
          effective_from: Math.max(at, from),
          state: 'scheduled',
          asked_by: by.operator,
          asked_at: at,
          ended_at: null,
        };
        this.#changes.set(seq, change);
        return { rows: [{ table: 'plan_changes', row: { ...change } }], counts: ['terms of a plan scheduled'] };
      },
    };
  }

  #cancel({ at, body }: Entry): Decision {
    const found = this.#changes.get((body as OperatorBody & { id: number }).id);
    if (found === undefined) return refusal(CODE.nothingFound, 'id');
    return {
      subject: found.product === 0 ? 'new plan' : `plan${found.product}`,
      before: { id: found.id, state: 'scheduled' },
      after: { id: found.id, state: 'cancelled' },
      apply: () => {
        this.#changes.delete(found.id);
        return { rows: [{ table: 'plan_changes', row: { ...found, state: 'cancelled', ended_at: at } }] };
      },
    };
  }

  #apply({ seq, at, body }: Entry): Prediction {
    const { findings } = this.#reference;
    const found = this.#changes.get((body as { id: number }).id);
    if (found === undefined) return refusal(CODE.nothingFound, 'id');
    findings.check(found.effective_from <= at, () => `entry ${seq} applies change ${found.id} of plans too early`);
    this.#changes.delete(found.id);
    const number = found.product === 0 ? this.#terms.products.length : found.product;
    const current = this.#terms.of(number)?.offer;
    const same = { ...found.offer, code: '' };
    const isInForce = current !== undefined && canonical({ ...current, code: '' }) === canonical(same);
    const state = isInForce ? 'applied' : 'failed';
    const row = { ...found, product: isInForce ? number : found.product, state, ended_at: at };
    return { code: CODE.done, result: { state }, rows: [{ table: 'plan_changes', row }], counts: [`change ${state}`] };
  }
}
