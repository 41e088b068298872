import { ofHouse, ofUser } from '../accounts.ts';
import { CODE } from '../codes.ts';
import { feeOf, mustUnits, profitOf, textOf, unitsOf } from '../figures.ts';
import { leadOf } from '../leads.ts';
import { NO_SHARE, networkFactOf, networkMax, networkPoolMax } from '../networks.ts';
import { heldRefusal, type Prediction, refusal } from '../prediction.ts';
import type { Entry } from '../stored.ts';
import { eventOf, type Order, rowOf, viewOf } from './order.ts';
import type { OptionsState } from './state.ts';

/** Live orders per user and book. */
const OPEN_MAX = 100;

/**
 * Predicts the answer to a purchase. The first refusal wins: product, trading hours, amount,
 * period, limits, funds.
 */
export function predictSale(model: OptionsState, entry: Entry): Prediction {
  const body = entry.body as { code: string; direction: 'up' | 'down'; amount: unknown; periodId: unknown };
  const terms = model.terms.get(body.code);
  const facts = {
    sessionEndsAt: model.reference.sessionEnd(body.code, entry.at),
    quotedAt: model.reference.prices.last(body.code)?.at ?? 0,
    ...model.reference.heldFact(body.code, entry.at),
    ...networkFactOf(entry),
  };
  model.reference.findings.equal(`entry ${entry.seq}: facts about ${body.code}`, entry.facts, facts);
  if (terms === undefined || terms.periods.length === 0) return refusal(CODE.product, 'code');

  const period = terms.periods.find(({ seconds }) => seconds === body.periodId);
  const seconds =
    period?.seconds ?? terms.periods.reduce((least, candidate) => Math.min(least, candidate.seconds), Infinity);
  const lastMoment = entry.at + leadOf(terms) + terms.gapLimitMs + seconds * 1000;
  const tradable =
    facts.sessionEndsAt !== null &&
    lastMoment <= facts.sessionEndsAt &&
    facts.quotedAt !== 0 &&
    entry.at - facts.quotedAt <= terms.stalenessMs;
  if (!tradable) return refusal(CODE.closed, 'code');
  if (facts.held !== undefined) return heldRefusal(facts.held, 'code');

  const stake = unitsOf(body.amount);
  if (stake === undefined || stake === 0n) return refusal(CODE.amount, 'amount');
  if (period === undefined) return refusal(CODE.period, 'periodId');
  if (stake < mustUnits(period.stakeMin) || mustUnits(period.stakeMax) < stake) return refusal(CODE.amount, 'amount');

  const { user, book } = entry;
  if (model.reference.figure('options.openOrdersMax', OPEN_MAX) <= model.live.of(user, book).size)
    return refusal(CODE.tooManyOpen);
  const fee = feeOf(stake, mustUnits(period.feeRate));
  const profit = profitOf(stake, mustUnits(period.payoutRate));
  if (terms.personMax !== undefined) {
    const mine = [...model.live.of(user, book)].filter((order) => order.code === terms.code);
    const promised = mine.reduce((sum, order) => sum + order.profit, profit);
    if (mustUnits(terms.personMax) < promised) return refusal(CODE.person);
  }
  const { network } = facts;
  const most = networkMax(terms);
  if (network !== undefined && most !== undefined) {
    if (most < model.live.promisedTo(network, terms.code, book) + profit) return refusal(CODE.neighbours);
  }
  const pool = ofHouse(book, terms.asset, 'pool.options');
  const reserve = ofHouse(book, terms.asset, 'reserve.options');
  const whole = model.reference.accounts.of(pool) + model.reference.accounts.of(reserve);
  const ofPool = networkPoolMax(terms, whole, model.reference.figure('networks.poolShare', NO_SHARE));
  if (network !== undefined && ofPool !== undefined) {
    if (ofPool < model.live.promisedToAll(network, book) + profit) return refusal(CODE.neighbours);
  }
  if (mustUnits(terms.exposureMax) < model.live.promised(terms.code, book) + profit) return refusal(CODE.exposure);
  const available = ofUser(user, book, terms.asset, 'available');
  if (model.reference.accounts.of(available) < stake + fee) return refusal(CODE.balance, 'amount');
  if (model.reference.accounts.of(pool) < profit) return refusal(CODE.poolFull, 'amount');

  const order: Order = {
    id: entry.seq,
    user,
    book,
    code: terms.code,
    asset: terms.asset,
    direction: body.direction,
    stake,
    fee,
    profit,
    payoutRate: textOf(mustUnits(period.payoutRate)),
    feeRate: textOf(mustUnits(period.feeRate)),
    seconds: period.seconds,
    places: terms.precision,
    gapLimitMs: terms.gapLimitMs,
    lead: leadOf(terms),
    version: terms.version,
    network: network ?? null,
    placedAt: entry.at,
    state: 'waiting',
  };
  model.live.add(order);
  model.reference.accounts.move(available, ofUser(user, book, terms.asset, 'held'), stake + fee);
  model.reference.accounts.move(pool, reserve, profit);
  return { code: CODE.done, result: viewOf(order), rows: [rowOf(order)], events: [eventOf(order)] };
}
