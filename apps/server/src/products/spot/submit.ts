import { code } from '@glasshouse/api/codes';
import { formatAmount } from '@glasshouse/rules/money';
import { quantityOf } from '@glasshouse/rules/spot';
import { refuse } from '../../kernel/core/refusal.ts';
import { balanceOf } from '../../kernel/core/state.ts';
import type { Command, CommandInput, CoreState, MarketView, Outcome, Refusal, Tick } from '../../kernel/core/types.ts';
import { type HeldFact, heldOrBehind, refuseHeld } from '../../market-data/held-price.ts';
import { type PromisedFact, promisedFact } from '../../money/house-stock/promises.ts';
import { leadEnd } from '../../trading/lead.ts';
import { type NetworkFact, networkFact } from '../../trading/network-share.ts';
import { keptTick } from '../../trading/trailing-stops.ts';
import { type Entering, enter, hasTooMany } from './enter.ts';
import { ratesFor } from './fee-rates.ts';
import { SpotEffects } from './fills.ts';
import { NO_TRIGGER, NOT_QUEUED, peakColumns } from './order-columns.ts';
import { fieldOfSize, forceOf, KINDS, type ParsedOrder, parseOrder, type SubmitBody } from './parse-order.ts';
import { isInBook, type SpotOrder, userAccounts } from './rows.ts';
import { spotOf } from './slice.ts';
import type { SpotPair } from './terms.ts';

/**
 * The market when the command was sequenced: the tick that the house quotes by, and whether the
 * market is open.
 */
export type SpotFacts = HeldFact & NetworkFact & PromisedFact & { readonly open: boolean; readonly tick: Tick | null };

export function gatherSubmit(
  input: CommandInput<SubmitBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): SpotFacts {
  const { code: instrument, side } = input.body;
  const terms = spotOf(state).pairs.get(instrument)?.terms;
  const asset = side === 'buy' ? terms?.base : terms?.quote;
  return {
    open: market.sessionEndsAt(instrument, at) !== undefined,
    tick: market.lastTick(instrument) ?? null,
    ...heldOrBehind(market, instrument, at),
    ...(asset === undefined ? networkFact(input) : promisedFact(state, input, { asset, at })),
  };
}

/**
 * Places a spot order: trades with people at once, and waits for the next price where it would meet
 * the house's quotes; the remainder rests or is revoked as its time in force says. Or waits for its
 * trigger. Refusals in order: not offered, market closed or price
 * stale, quantity or amount, price, trigger, post-only that would trade, not filled at once,
 * self-trade, too many resting and waiting orders, balance. A refused order changes nothing.
 */
export function submit(state: CoreState, command: Command<SubmitBody, SpotFacts>): Outcome {
  const { userId, book, body, facts } = command;
  const slice = spotOf(state);

  const pair = slice.pairs.get(body.code);
  if (pair === undefined) return refuse(code.productIncorrect, 'code');
  const { tick } = facts;
  if (!facts.open || tick === null || pair.terms.stalenessMs < command.at - tick.at)
    return refuse(code.notTradable, 'code');
  if (facts.held !== undefined) return refuseHeld(facts.held, 'code');
  const parsedOrder = parseOrder(body, pair, tick);
  if ('ok' in parsedOrder) return parsedOrder;
  const rates = ratesFor(state, { pair, userId, book });
  // A market order rests nowhere: it meets the house's quotes at the price after its own lead.
  const crossesFrom = body.type === 'market' ? null : leadEnd(state, pair.terms, command.at);
  const order = newOrder(command, { pair, parsedOrder, rates, tick, crossesFrom });
  const effects = new SpotEffects(state, { command, pair, tick });
  effects.keep(order);
  const meetsHouseLater = pair.terms.awaits !== undefined;
  const refusal = place(state, {
    command,
    order,
    pair,
    effects,
    tick,
    ...parsedOrder,
    force: askedOf(body),
    meetsHouseLater,
  });
  if (refusal !== undefined) return refusal;

  const accounts = userAccounts(effects.order(command.seq));
  const paying = body.side === 'buy' ? accounts.quote : accounts.base;
  if (balanceOf(state, paying) < effects.spentBy(paying)) {
    return refuse(body.side === 'buy' ? code.balanceInsufficient : code.coinBalanceInsufficient, fieldOfSize(body));
  }
  return { ok: true, result: effects.shown(command.seq), ...effects.toEffects() };
}

/** The limit order of a one-cancels-other has to rest: it would leave nothing for its stop. */
const askedOf = ({ type, timeInForce }: SubmitBody) => (type === 'oco' ? 'postOnly' : (timeInForce ?? 'GTC'));

/** Into the book at once, or on hold until its trigger. */
function place(state: CoreState, entry: Entering): Refusal | undefined {
  const { order, effects } = entry;
  if (isInBook(order)) return enter(state, entry);
  if (hasTooMany(state, order)) return refuse(code.tooManyOpenOrders);
  effects.rest(order.id);
  return undefined;
}

function newOrder(
  command: Command<SubmitBody>,
  inputs: {
    pair: SpotPair;
    parsedOrder: ParsedOrder;
    rates: ReturnType<typeof ratesFor>;
    tick: Tick;
    crossesFrom: number | null;
  },
): SpotOrder {
  const { body } = command;
  const { terms, step } = inputs.pair;
  return {
    id: command.seq,
    user_id: command.userId,
    book: command.book,
    code: terms.code,
    base: terms.base,
    quote: terms.quote,
    side: body.side,
    type: body.type,
    time_in_force: forceOf(body),
    state: 'waiting',
    price: KINDS[body.type].limit ? inputs.parsedOrder.limit : null,
    quantity: inputs.parsedOrder.budget === undefined ? formatAmount(quantityOf(inputs.parsedOrder.steps, step)) : null,
    amount: inputs.parsedOrder.budget === undefined ? null : formatAmount(inputs.parsedOrder.budget),
    precision: terms.precision,
    quantity_step: formatAmount(step),
    ...inputs.rates,
    terms_version: terms.version,
    filled_quantity: '0',
    filled_amount: '0',
    fee: '0',
    held: '0',
    fills: 0,
    placed_at: command.at,
    done_at: null,
    settled_by: null,
    ...NO_TRIGGER,
    ...NOT_QUEUED,
    crosses_from: inputs.crossesFrom,
    ...inputs.parsedOrder.trigger,
    ...(body.type === 'trailingStop'
      ? { ...peakColumns(inputs.tick), trail_from: keptTick(inputs.tick), seen_seq: inputs.tick.seq }
      : {}),
  };
}
