import { code } from '@glasshouse/api/codes';
import { dividendSize, isRatio } from '@glasshouse/rules/corporate-actions';
import { formatPrice, parsePrice, priceOf, priceOfPoints } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../authority/action.ts';
import type { OperatorBody } from '../authority/stamp.ts';
import { refuse } from '../kernel/core/refusal.ts';
import type { Command, CommandInput, CoreState, MarketView, Outcome, Refusal, Tick } from '../kernel/core/types.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { MARKET_TYPE_NAMES, MARKET_TYPES } from '../market-data/instruments/instrument.ts';
import { provenanceOf } from '../market-data/provenance/slice.ts';
import {
  actionChange,
  type CorporateAction,
  type CorporateActionOrigin,
  type CorporateActionTerms,
  termsOf,
} from './rows.ts';
import { actionsOf, corporateActionsOf, precisionOf } from './slice.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Nobody announces further ahead. */
const AHEAD_MAX_MS = 366 * DAY_MS;
/** Actions to come, of all instruments. */
export const SCHEDULED_MAX = 2_000;
/** Two entries of one kind within it are one action. */
const SAME_WITHIN_MS = 3 * DAY_MS;

export type ScheduleBody = OperatorBody<CorporateActionTerms>;
export type ImportBody = CorporateActionTerms & { readonly origin: Exclude<CorporateActionOrigin, 'operators'> };
export type CancelActionBody = OperatorBody<{ readonly id: number }>;
/** The last price of the instrument as of then; null: there never was one. */
export type ScheduleFacts = { readonly tick: Tick | null };

export const factsOfSchedule = (
  { body }: CommandInput<CorporateActionTerms>,
  _at: number,
  market: MarketView,
): ScheduleFacts => ({ tick: market.lastTick(body.code) ?? null });

/** What the kind of an action needs, and nothing else. */
function shapeProblem({ kind, numerator, denominator, amount, symbol }: CorporateActionTerms): Refusal | undefined {
  if (!isRatio({ numerator, denominator })) return refuse(code.outOfRange, 'numerator');
  const isEven = numerator === denominator;
  if ((kind === 'split') === isEven) return refuse(code.outOfRange, 'numerator');
  const price = amount === null ? undefined : parsePrice(amount);
  if (kind === 'dividend' ? price === undefined || price <= 0n : amount !== null)
    return refuse(code.outOfRange, 'amount');
  const needsSymbol = kind === 'roll';
  if (needsSymbol !== (symbol !== null)) return refuse(code.fieldRequired, 'symbol');
  return undefined;
}

/**
 * Whether a dividend is more of the last price than anybody may enter. A special one may be
 * entered; the first price after it decides.
 */
function isTooLarge({ code: instrument, amount }: CorporateActionTerms, { tick }: ScheduleFacts): boolean {
  const precision = precisionOf(instrument);
  if (amount === null || tick === null || precision === undefined) return false;
  return dividendSize(priceOf(amount), priceOfPoints(tick.mid, precision)) === 'tooLarge';
}

/** Whether the price of an instrument is simulated: it does not fall by a dividend. */
function isSimulated(state: CoreState, instrument: string): boolean {
  const type = CATALOGUE.find((listed) => listed.code === instrument)?.type;
  const name = MARKET_TYPE_NAMES.find((known) => MARKET_TYPES[known] === type);
  if (name === undefined) return false;
  return provenanceOf(state).newest?.feeds.some((feed) => feed.name === 'sim' && feed.types.includes(name)) ?? false;
}

/**
 * Refusals in order: a change of symbol, a shape that its kind does not have, a moment that is no
 * whole minute or too far ahead, one after which there is a price already (it would be adjusted
 * twice, or not at all), a dividend on simulated prices or larger than half the price, known
 * already, too many.
 */
export function scheduleProblem(
  state: CoreState,
  { body, facts, at }: Pick<Command<CorporateActionTerms, ScheduleFacts>, 'body' | 'facts' | 'at'>,
): Refusal | undefined {
  // It would have to rename what receipts and links name.
  if (body.kind === 'symbolChange') return refuse(code.symbolStays, 'kind');
  const shape = shapeProblem(body);
  if (shape !== undefined) return shape;
  const { effective_at: from, kind } = body;
  if (!Number.isSafeInteger(from) || from % MINUTE_MS !== 0) return refuse(code.wrongFormat, 'effectiveAt');
  if (at + AHEAD_MAX_MS < from || from < at - 7 * DAY_MS) return refuse(code.outOfRange, 'effectiveAt');
  if (facts.tick !== null && from <= facts.tick.at) return refuse(code.corporateActionTooLate, 'effectiveAt');
  if (kind === 'dividend' && isSimulated(state, body.code)) return refuse(code.dividendNeedsMarket, 'kind');
  if (kind === 'dividend' && isTooLarge(body, facts)) return refuse(code.dividendTooLarge, 'amount');
  const slice = corporateActionsOf(state);
  const isKnown = actionsOf(slice, body.code).some(
    (action) => action.kind === kind && Math.abs(action.effective_at - from) < SAME_WITHIN_MS,
  );
  if (isKnown) return refuse(code.corporateActionKnown, 'effectiveAt');
  return SCHEDULED_MAX <= slice.scheduled.size ? refuse(code.capacityReached) : undefined;
}

export const newAction = (
  seq: number,
  terms: CorporateActionTerms,
  origin: CorporateActionOrigin,
): CorporateAction => ({
  id: seq,
  code: terms.code,
  kind: terms.kind,
  numerator: terms.numerator,
  denominator: terms.denominator,
  // In the shortest form, as the database returns it.
  amount: terms.amount === null ? null : formatPrice(parsePrice(terms.amount)!),
  symbol: terms.symbol,
  effective_at: terms.effective_at,
  source: terms.source,
  origin,
  state: 'scheduled',
  announced_at: null,
  demo_seq: null,
  real_seq: null,
  applied_at: null,
  last: null,
  first: null,
});

/** An action goes into the calendar; a second person always decides. */
export const scheduleAction = operatorHandler<ScheduleBody, ScheduleFacts>({
  permission: 'instruments.change',
  secondPerson: () => true,
  decide: (state, command) => {
    const { seq, body } = command;
    const problem = scheduleProblem(state, command);
    if (problem !== undefined) return problem;
    if (body.source.trim() === '') return refuse(code.fieldRequired, 'source');
    const action = newAction(seq, body, 'operators');
    return {
      ok: true,
      subject: `corporate action ${body.code}`,
      before: null,
      after: termsOf(action),
      postings: [],
      rows: [actionChange(action)],
      events: [],
    };
  },
});

/** The same from a provider or a file, which the first price after it must confirm. */
export function importAction(state: CoreState, command: Command<ImportBody, ScheduleFacts>): Outcome {
  const problem = scheduleProblem(state, command);
  if (problem !== undefined) return problem;
  const action = newAction(command.seq, command.body, command.body.origin);
  return { ok: true, result: { action: action.id }, postings: [], rows: [actionChange(action)], events: [] };
}

/**
 * An action that will not happen leaves the calendar; people count on it, so two persons decide.
 */
export const cancelAction = operatorHandler<CancelActionBody>({
  permission: 'instruments.change',
  secondPerson: () => true,
  decide: (state, { body }): Decision | Refusal => {
    const action = corporateActionsOf(state).actions.get(body.id);
    if (action?.state !== 'scheduled') return refuse(code.nothingFound, 'id');
    return {
      ok: true,
      subject: `corporate action ${action.code}`,
      before: termsOf(action),
      after: { state: 'cancelled' },
      postings: [],
      rows: [actionChange({ ...action, state: 'cancelled' })],
      events: [],
    };
  },
});
