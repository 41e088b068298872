import { code } from '@glasshouse/api/codes';
import { doSharesFall } from '@glasshouse/rules/fee-tiers';
import { operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { figureOf } from '../../figures/in-force.ts';
import { sameJson } from '../../kernel/core/canonical-json.ts';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type { Command, CommandInput, CoreModule, CoreState, Outcome, Refusal } from '../../kernel/core/types.ts';
import type { FeeTierLine } from '../../money/fee-tiers/slice.ts';
import { tiersOf } from '../../money/fee-tiers/table.ts';
import { fieldSpec, readValue, rulesNeeded, TERM_PRODUCTS, type TermProduct } from './fields.ts';
import { type Fields, OFFERS, withFields } from './offers.ts';
import { type ReopenBody, reopenInstrument } from './reopen.ts';
import {
  emptySlice,
  inOrder,
  reduce,
  TERMS,
  TERMS_CHANGES_TABLE,
  type TermsChange,
  type TermsRows,
  type TermsSlice,
  termsChangesOf,
} from './rows.ts';

export type ChangeBody = OperatorBody<{
  readonly product: string;
  readonly code: string;
  readonly fields: Fields;
  /** Epoch ms; null: as soon as it is approved. */
  readonly effectiveFrom: number | null;
}>;
export type CancelBody = OperatorBody<{ readonly id: number }>;
export type ApplyBody = { readonly id: number };

/** Changes that come into force in one step of time; the others follow in the next. */
const APPLIED_AT_ONCE = 50;

const isProduct = (name: string): name is TermProduct => (TERM_PRODUCTS as readonly string[]).includes(name);

/**
 * The fields in one spelling, or why they are none. In the order in which the log has them, so that
 * a replay refuses for the same one.
 */
function readFields(state: CoreState, product: TermProduct, fields: Fields): { readonly fields: Fields } | Refusal {
  const read: Record<string, Fields[string]> = {};
  const names = Object.keys(fields).sort();
  if (names.length === 0) return refuse(code.fieldRequired, 'fields');
  for (const name of names) {
    const spec = fieldSpec(product, name);
    if (spec === undefined || rulesOf(state) < rulesNeeded(spec)) return refuse(code.unknownField, name);
    const value = readValue(spec, fields[name] ?? null);
    if ('wrong' in value) return refuse(code[value.wrong], name);
    read[name] = value.value;
  }
  return { fields: read };
}

/**
 * How long a change must have been announced. Whoever brought friends counts on their share of the
 * fees: it is lowered in time for them to see it, and never for fees that were paid.
 */
function noticeMs(
  state: CoreState,
  product: TermProduct,
  { before, after }: { before: Fields; after: Fields },
): number {
  if (product !== 'feeTiers') return 0;
  const tiers = [before, after].map((offer) => tiersOf(offer.tiers as unknown as readonly FeeTierLine[]));
  return doSharesFall(tiers[0]!, tiers[1]!) ? figureOf(state, 'referrals.noticeMs') : 0;
}

const pick = (offer: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, offer[name] ?? null]));

/** Asks for a change of terms; a second person always decides. */
export const changeTerms = operatorHandler<ChangeBody>({
  permission: 'instruments.change',
  secondPerson: () => true,
  decide: (state, { seq, at, body }) => {
    const { product, code: key } = body;
    if (!isProduct(product)) return refuse(code.nothingFound, 'product');
    const current = OFFERS[product].current(state, key);
    if (current === undefined) return refuse(code.nothingFound, 'code');
    const read = readFields(state, product, body.fields);
    if ('ok' in read) return read;
    const offer = withFields(product, current.offer, read.fields);
    if (sameJson(offer, current.offer)) return refuse(code.outOfRange, 'fields');
    const problem = OFFERS[product].problemOf(state, offer);
    if (problem !== undefined) return problem;
    const from = body.effectiveFrom ?? at;
    if (at + figureOf(state, 'terms.aheadMaxMs') < from) return refuse(code.outOfRange, 'effectiveFrom');
    const least = at + noticeMs(state, product, { before: current.offer, after: offer });
    const isPutOff = at < least && from < least;
    const slice = termsChangesOf(state);
    if (figureOf(state, 'terms.changesMax') <= slice.scheduled.size + slice.applied.size)
      return refuse(code.capacityReached);
    const change: TermsChange = {
      id: seq,
      product,
      code: key,
      fields: read.fields,
      effective_from: Math.max(least, from),
      state: 'scheduled',
      asked_by: body.by.operator,
      asked_at: at,
      ended_at: null,
      version: null,
    };
    return {
      ok: true,
      subject: `terms ${product} ${key}`,
      before: pick(current.offer, Object.keys(read.fields)),
      after: {
        ...read.fields,
        effectiveFrom:
          body.effectiveFrom === null && !isPutOff ? null : new Date(isPutOff ? least : from).toISOString(),
      },
      postings: [],
      rows: [changeOf(TERMS_CHANGES_TABLE, change)],
      events: [],
    };
  },
});

/**
 * Calls off a change that has not come into force; nobody is worse off, so one person is enough.
 */
export const cancelChange = operatorHandler<CancelBody>({
  permission: 'instruments.change',
  decide: (state, { at, body }) => {
    const change = termsChangesOf(state).scheduled.get(body.id);
    if (change === undefined) return refuse(code.nothingFound, 'id');
    const row: TermsChange = { ...change, state: 'cancelled', ended_at: at };
    return {
      ok: true,
      subject: `terms ${change.product} ${change.code}`,
      before: { id: change.id, state: change.state },
      after: { id: change.id, state: row.state },
      postings: [],
      rows: [changeOf(TERMS_CHANGES_TABLE, row)],
      events: [],
    };
  },
});

/**
 * Closes a due change. The product's own command before it has put the terms in force, or refused
 * them: another change in between may have made the two impossible together.
 */
function apply(state: CoreState, { at, body }: Command<ApplyBody>): Outcome {
  const slice = termsChangesOf(state);
  const change = slice.scheduled.get(body.id);
  if (change === undefined) return refuse(code.nothingFound, 'id');
  const current = OFFERS[change.product].current(state, change.code);
  const isInForce =
    current !== undefined && sameJson(withFields(change.product, current.offer, change.fields), current.offer);
  const row: TermsChange = isInForce
    ? { ...change, state: 'applied', ended_at: at, version: current.version }
    : { ...change, state: 'failed', ended_at: at };
  const superseded = isInForce
    ? [...slice.applied.values()].filter(
        (earlier) =>
          earlier.product === change.product &&
          earlier.code === change.code &&
          Object.keys(earlier.fields).every((name) => Object.hasOwn(change.fields, name)),
      )
    : [];
  return {
    ok: true,
    result: { state: row.state },
    postings: [],
    rows: [
      ...superseded.map((earlier) => changeOf<TermsChange>(TERMS_CHANGES_TABLE, { ...earlier, state: 'superseded' })),
      changeOf(TERMS_CHANGES_TABLE, row),
    ],
    events: [],
  };
}

/**
 * What is due: the product's defining command, and the one that closes the change. One change for
 * each thing, because the next builds on what this one leaves.
 */
function dueChanges(state: CoreState, at: number): CommandInput[] {
  const slice = termsChangesOf(state);
  if (at < slice.nextDue) return [];
  const commands: CommandInput[] = [];
  const things = new Set<string>();
  for (const change of inOrder(slice.scheduled.values())) {
    const thing = `${change.product}/${change.code}`;
    if (at < change.effective_from || things.has(thing)) continue;
    if (APPLIED_AT_ONCE <= things.size) break;
    things.add(thing);
    const offers = OFFERS[change.product];
    const inForce = offers.current(state, change.code);
    const offer = inForce === undefined ? undefined : withFields(change.product, inForce.offer, change.fields);
    const common = { userId: 0, book: 'demo' } as const;
    if (offer !== undefined && !sameJson(offer, inForce?.offer) && offers.problemOf(state, offer) === undefined) {
      commands.push({
        ...common,
        id: `${offers.type}:${change.code}:change:${change.id}`,
        type: offers.type,
        body: offer,
      });
    }
    commands.push({ ...common, id: `terms.apply:${change.id}`, type: 'terms.apply', body: { id: change.id } });
  }
  return commands;
}

/**
 * A product's default offers with the changes in force. A change that the catalogue of today no
 * longer allows is left out: the server must start.
 */
export function withChanges<Offer extends Fields>(
  state: CoreState,
  product: TermProduct,
  offers: readonly Offer[],
  keyOf: (offer: Offer) => string,
): Offer[] {
  const changes = inOrder(termsChangesOf(state).applied.values()).filter((change) => change.product === product);
  return offers.map((offer) =>
    changes
      .filter((change) => change.code === keyOf(offer))
      .reduce<Offer>((merged, { fields }) => {
        const next = withFields(product, merged, fields) as Offer;
        return OFFERS[product].problemOf(state, next) === undefined ? next : merged;
      }, offer),
  );
}

export type TermsCommands = {
  readonly 'terms.change': { readonly body: ChangeBody; readonly facts: null };
  readonly 'terms.cancel': { readonly body: CancelBody; readonly facts: null };
  readonly 'terms.apply': { readonly body: ApplyBody; readonly facts: null };
  readonly 'instruments.reopen': { readonly body: ReopenBody; readonly facts: null };
};

/** Changes of what is offered, kept beside the catalogue and merged into it at every start. */
export const termsModule: CoreModule<TermsCommands, TermsRows, TermsSlice> = {
  name: TERMS.name,
  initial: emptySlice,
  tables: [TERMS_CHANGES_TABLE],
  reduce,
  handlers: {
    'terms.change': changeTerms,
    'terms.cancel': cancelChange,
    'terms.apply': apply,
    'instruments.reopen': reopenInstrument,
  },
  gather: {},
  internal: ['terms.apply'],
  onTime: dueChanges,
};
