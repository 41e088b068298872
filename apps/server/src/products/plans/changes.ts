import { code } from '@glasshouse/api/codes';
import { operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { sameJson } from '../../kernel/core/canonical-json.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CommandInput, CoreState, Json, Outcome } from '../../kernel/core/types.ts';
import { planOffers, readOffer } from './offer.ts';
import { CHANGES_TABLE, type PlanChange } from './rows.ts';
import { plansOf } from './slice.ts';
import { type PlanOffer, planCode } from './terms.ts';

export type ProposeBody = OperatorBody<{
  /** 0: a new product. */
  readonly product: number;
  readonly offer: Omit<PlanOffer, 'code'>;
  /** Epoch ms; null: as soon as it is approved. */
  readonly effectiveFrom: number | null;
}>;
export type CancelChangeBody = OperatorBody<{ readonly id: number }>;
export type ApplyBody = { readonly id: number };

const subjectOf = (product: number): string => (product === 0 ? 'new plan' : planCode(product));

/** A product's terms from a moment on; a second person always decides. */
export const proposeTerms = operatorHandler<ProposeBody>({
  permission: 'plans.change',
  secondPerson: () => true,
  decide: (state, { seq, at, body }) => {
    const { product, by } = body;
    const slice = plansOf(state);
    const isNew = product === 0;
    const offered = { ...body.offer, code: planCode(isNew ? slice.terms.size + 1 : product) };
    const before = isNew ? null : (planOffers.current(state, offered.code)?.offer ?? null);
    if (!isNew && before === null) return refuse(code.nothingFound, 'product');
    const offer = readOffer(state, offered);
    if ('ok' in offer) return offer;
    const problem = planOffers.problemOf(state, offer);
    if (problem !== undefined) return problem;
    if (before !== null && sameJson(offer, before)) return refuse(code.outOfRange, 'offer');
    const from = body.effectiveFrom ?? at;
    if (at + figureOf(state, 'terms.aheadMaxMs') < from) return refuse(code.outOfRange, 'effectiveFrom');
    if (figureOf(state, 'plans.changesMax') <= slice.changes.size) return refuse(code.capacityReached);
    const change: PlanChange = {
      id: seq,
      product,
      offer,
      effective_from: Math.max(at, from),
      state: 'scheduled',
      asked_by: by.operator,
      asked_at: at,
      ended_at: null,
    };
    return {
      ok: true,
      subject: subjectOf(product),
      before: before as Json,
      after: {
        ...offer,
        effectiveFrom: body.effectiveFrom === null ? null : new Date(body.effectiveFrom).toISOString(),
      },
      postings: [],
      rows: [changeOf(CHANGES_TABLE, change)],
      events: [],
    };
  },
});

/** Calls off what has not come into force; one person is enough, because nobody is worse off. */
export const cancelChange = operatorHandler<CancelChangeBody>({
  permission: 'plans.change',
  decide: (state, { at, body }) => {
    const change = plansOf(state).changes.get(body.id);
    if (change === undefined) return refuse(code.nothingFound, 'id');
    return {
      ok: true,
      subject: subjectOf(change.product),
      before: { id: change.id, state: change.state },
      after: { id: change.id, state: 'cancelled' },
      postings: [],
      rows: [changeOf<PlanChange>(CHANGES_TABLE, { ...change, state: 'cancelled', ended_at: at })],
      events: [],
    };
  },
});

/**
 * Closes a due change. The command before it has put the terms in force, or another change in
 * between has made that impossible.
 */
export function applyChange(state: CoreState, { at, body }: Command<ApplyBody>): Outcome {
  const slice = plansOf(state);
  const change = slice.changes.get(body.id);
  if (change === undefined) return refuse(code.nothingFound, 'id');
  const product = change.product === 0 ? slice.terms.size : change.product;
  const current = planOffers.current(state, planCode(product))?.offer;
  const isInForce = current !== undefined && sameJson({ ...current, code: '' }, { ...change.offer, code: '' });
  const row: PlanChange = {
    ...change,
    product: isInForce ? product : change.product,
    state: isInForce ? 'applied' : 'failed',
    ended_at: at,
  };
  return { ok: true, result: { state: row.state }, postings: [], rows: [changeOf(CHANGES_TABLE, row)], events: [] };
}

/** The next change that is due: one at a time, because a new product takes the next number. */
export function changesDue(state: CoreState, at: number): CommandInput[] {
  const slice = plansOf(state);
  if (at < slice.nextChange) return [];
  const [change] = [...slice.changes.values()].sort(
    (left, right) => left.effective_from - right.effective_from || left.id - right.id,
  );
  if (change === undefined) return [];
  const common = { userId: 0, book: 'demo' } as const;
  const name = planCode(change.product === 0 ? slice.terms.size + 1 : change.product);
  const offer: PlanOffer = { ...change.offer, code: name };
  const isPossible = planOffers.isChanged(state, offer) && planOffers.problemOf(state, offer) === undefined;
  const define = { ...common, id: `plans.define:${name}:change:${change.id}`, type: 'plans.define', body: offer };
  const apply = { ...common, id: `plans.apply:${change.id}`, type: 'plans.apply', body: { id: change.id } };
  return isPossible ? [define, apply] : [apply];
}
