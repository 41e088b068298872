import { code } from '@glasshouse/api/codes';
import {
  areLotsAllowed,
  contractFeeOf,
  marginOf,
  openingPrice,
  type Side,
  type Size,
} from '@glasshouse/rules/contracts';
import { isStopAhead } from '@glasshouse/rules/contracts-entries';
import { isLiquidated } from '@glasshouse/rules/contracts-liquidation';
import { profitMaxOf } from '@glasshouse/rules/contracts-profit';
import { feeRateOf } from '@glasshouse/rules/fee-tiers';
import {
  type Amount,
  add,
  amountOf,
  formatAmount,
  formatRate,
  parseAmount,
  type Rate,
  rateOf,
  subtract,
} from '@glasshouse/rules/money';
import { refuseUnread } from '../../authority/acknowledgement.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Outcome, Refusal, Tick } from '../../kernel/core/types.ts';
import { refuseHeld } from '../../market-data/held-price.ts';
import { feeDiscountOf } from '../../money/fee-tiers/discount.ts';
import { hasLive } from '../../trading/live-orders.ts';
import { networkMaxOf } from '../../trading/network-share.ts';
import { countedWaiting, fitsHouse, fitsNetwork, fitsPerson, networkTotalMaxOf, tierLeverageOf } from './capacity.ts';
import { accountsOf, ContractEffects } from './contract-effects.ts';
import { type BuyFacts, quoteRateOf, tradableTick } from './facts.ts';
import { financingDayOf } from './financing-schedule.ts';
import { ocoPartner } from './oco.ts';
import { positionOf, withProfitLimit, withRequirement } from './position.ts';
import { type Entry, entryOf, nextEntryOf, parsePoints, parseStops, refuseStops, stopEntryOf } from './prices.ts';
import { beforeCloseOf } from './raised.ts';
import { type ContractOrder, type ContractType, priceAt, sizeOf } from './rows.ts';
import { contractsOf, countedOf, mostOf, promiseOf } from './slice.ts';
import { agreed } from './steps.ts';
import { parseTargets, refuseTargets, type TargetText } from './targets.ts';
import { type ContractTerms, leverageMaxAt } from './terms.ts';
import { followFrom, NO_TRAIL, parseTrail, type TrailText } from './trail.ts';
import { answerWire } from './view.ts';

export type BuyBody = {
  readonly code: string;
  readonly side: Side;
  readonly type: ContractType;
  readonly price?: string;
  readonly stopPrice?: string;
  readonly lots: string;
  readonly leverage: number;
  readonly stopLoss?: string;
  readonly takeProfit?: string;
  readonly targets?: readonly TargetText[];
  readonly trailing?: TrailText;
  /** A waiting order of the same owner and instrument: of the two, the first that opens is left. */
  readonly ocoWith?: number;
};

/**
 * Takes an order that the next tick fills, or one that waits for its limit or stop price. Refusals
 * in order: 11042 risk warning not read, 11049 not offered, 10015 closed, price stale or held, or
 * no rate for the quote asset that is fresh and not held, 11059 lots, 11060 leverage, 11061 price
 * or stop price, 11051, 11057 and 11260 the order that it is to exclude, 11062 stop, 11063 target
 * or ladder, 11075 too many open orders, 11202 the share of one person, 11236 that of one network,
 * of the instrument or of all of them, 11076 exposure of the house, 10011 balance.
 */
export function buy(state: CoreState, command: Command<BuyBody, BuyFacts>): Outcome {
  return refuseUnread(state, command, 'contracts') ?? take(state, command);
}

/**
 * Takes an order as far as the market and the limits allow it; `reversed`: as that position closes.
 */
export function take(state: CoreState, command: Command<BuyBody, BuyFacts>, reversed?: ContractOrder): Outcome {
  const { body, facts } = command;
  const at = reversed === undefined ? 'code' : 'id';
  const slice = contractsOf(state);
  const terms = slice.terms.get(body.code);
  if (terms === undefined) return refuse(code.productIncorrect, at);
  const tick = tradableTick(facts, terms, command.at);
  const quoteRate = quoteRateOf(terms, facts.conversion, command.at);
  if (tick === undefined || quoteRate === undefined) return refuse(code.notTradable, at);
  const held = facts.held ?? facts.conversionHeld;
  if (held !== undefined) return refuseHeld(held, at);
  const lots = parseAmount(body.lots);
  if (lots === undefined || !areLotsAllowed(lots, lotRules(terms))) return refuse(code.lotsIncorrect, 'lots');
  const session = { book: command.book, at: command.at, sessionEndsAt: facts.sessionEndsAt };
  if (leverageMaxAt(terms, session) < body.leverage) return refuse(code.leverageIncorrect, 'leverage');

  const entry = askedEntry(body, terms, tick);
  if ('ok' in entry) return entry;
  const partner = ocoPartner(state, command);
  if (partner !== undefined && 'ok' in partner) return partner;
  const size: Size = { lots, lotSize: amountOf(terms.lotSize), quoteRate };
  // At the user's fee tier now; the order keeps the rate whatever the tier becomes.
  const feeRate = feeRateOf(rateOf(terms.feeRate), feeDiscountOf(state, command).discount);
  const plan = plannedOrder({ command, terms, feeRate, size, entry, partner, reverses: reversed?.id ?? null });
  const planned = withProfitLimit(withRequirement(plan, terms));
  // If the spread alone would liquidate it, the leverage is too high for this market right now.
  const mark = priceAt(terms, entry.opensNow || entry.isNext ? tick.mid : entry.points);
  if (
    tierLeverageOf(slice, { order: planned, terms, freed: reversed }) < body.leverage ||
    isLiquidated(positionOf(planned), mark)
  ) {
    return refuse(code.leverageIncorrect, 'leverage');
  }
  const stops = parseStops(planned, body);
  if ('ok' in stops) return stops;
  const targets = parseTargets(planned, body.targets ?? null);
  if (targets === undefined || (targets !== null && stops.target_points !== null)) {
    return refuse(code.takeProfitUnreasonable, 'targets');
  }
  const by = { reference: entry.reference, distance: terms.stopDistancePoints };
  const trail = parseTrail(planned, body.trailing ?? null, by);
  if (trail !== null && 'ok' in trail) return trail;
  const counted = entry.opensNow ? null : countedWaiting(planned, terms, tick);
  const order: ContractOrder = { ...planned, ...stops, targets, trail, counted };
  const check = { stopLoss: true, takeProfit: true };
  const unreasonable = refuseStops(order, { ...by, check }) ?? refuseTargets(order, { ...by, step: terms.lotStep });
  if (unreasonable !== undefined) return unreasonable;

  const { userId, book } = command;
  if (hasLive(slice, { userId, book, count: figureOf(state, 'contracts.openOrdersMax') }))
    return refuse(code.tooManyOpenOrders);
  const effects = new ContractEffects(state, command);
  const fitting = { order, terms, freed: reversed };
  if (!fitsPerson(slice, fitting)) return refuse(code.personLimit);
  const ofNetwork = { ofInstrument: networkMaxOf(terms), ofTotal: networkTotalMaxOf(state, terms) };
  if (!fitsNetwork(slice, fitting, ofNetwork)) return refuse(code.networkLimit);
  const claim = {
    order,
    terms,
    more: subtract(countedOf(order), countedOf(reversed)),
    promise: subtract(promiseOf(order), mostOf(reversed)),
  };
  if (!fitsHouse(slice, effects, claim)) return refuse(code.exposureLimit);
  if (partner?.oco_group === null) {
    effects.step(partner, 'grouped', tick, {});
    effects.save({ ...partner, oco_group: partner.id }, tick);
  }
  const placed = entry.opensNow ? opened(effects, order, tick) : waiting(effects, order, { tick, hold: entry.hold });
  if (placed === undefined) return refuse(code.balanceInsufficientForOrder, 'lots');
  if (reversed !== undefined) {
    effects.step(reversed, 'closeAsked', tick, { lots: reversed.open_lots });
    const closing = { closing_lots: reversed.open_lots, closing_at: command.at, reversed_by: placed.id };
    effects.save({ ...reversed, ...closing }, tick);
  }
  return { ok: true, result: answerWire(placed, tick, effects.rateFor(placed)), ...effects.toEffects() };
}

const lotRules = (terms: ContractTerms): { min: Amount; max: Amount; step: Amount } => ({
  min: amountOf(terms.minLots),
  max: amountOf(terms.maxLots),
  step: amountOf(terms.lotStep),
});

const HAS_PRICE: Readonly<Record<ContractType, boolean>> = { market: false, limit: true, stop: false, stopLimit: true };
const HAS_STOP: Readonly<Record<ContractType, boolean>> = { market: false, limit: false, stop: true, stopLimit: true };

/** Where the order would open, or the price at fault. */
function askedEntry(body: BuyBody, terms: ContractTerms, tick: Tick): Entry | Refusal {
  const { side, type } = body;
  const limit = pointsFor(body.price, HAS_PRICE[type], terms.precision);
  if (limit === undefined) return refuse(code.orderPriceIncorrect, 'price');
  const stop = pointsFor(body.stopPrice, HAS_STOP[type], terms.precision);
  // One that is reached already is a market or limit order. Terms of before do not say how far
  // beyond its stop an order may fill.
  const isAhead = stop != null && isStopAhead({ side, stop, price: openingPrice(side, tick) });
  const { slippageRate } = terms;
  if (stop === undefined || (stop !== null && (!isAhead || slippageRate === undefined))) {
    return refuse(code.orderPriceIncorrect, 'stopPrice');
  }
  if (slippageRate === undefined) return entryOf({ side, limit }, tick);
  const slippage = rateOf(slippageRate);
  return stop === null ? nextEntryOf({ side, limit }, tick, slippage) : stopEntryOf({ side, stop, limit }, slippage);
}

/**
 * Points of a price that the type of order has; null where it has none; undefined when missing, off
 * the grid, or given without need.
 */
function pointsFor(text: string | undefined, isNeeded: boolean, precision: number): number | null | undefined {
  if (!isNeeded) return text === undefined ? null : undefined;
  return text === undefined ? undefined : parsePoints(text, precision);
}

/** Opened at once: margin to the position, fee to the house. Undefined without the balance. */
function opened(effects: ContractEffects, planned: ContractOrder, tick: Tick): ContractOrder | undefined {
  const { command } = effects;
  const { available, margin, fees } = accountsOf(planned);
  const marginAmount = amountOf(planned.margin);
  const fee = amountOf(planned.open_fee);
  if (effects.balance(available) < add(marginAmount, fee)) return undefined;
  const order: ContractOrder = { ...planned, ...openingOf(planned, tick, command), state: 'open' };
  effects.post({ from: available, to: margin, amount: marginAmount, reason: 'contracts.margin', order });
  effects.post({ from: available, to: fees, amount: fee, reason: 'contracts.fee', order });
  effects.step(order, 'opened', tick, agreed(order, order.open_points));
  effects.save(order, tick);
  return order;
}

/**
 * Waiting, with margin and fee on hold at the worst price that it may open at. Undefined without
 * the balance.
 */
function waiting(
  effects: ContractEffects,
  planned: ContractOrder,
  { tick, hold }: { readonly tick: Tick; readonly hold: number },
): ContractOrder | undefined {
  const size = sizeOf(planned);
  const worst = priceAt(planned, hold);
  const cost = add(marginOf(size, worst, planned.leverage), contractFeeOf(size, worst, rateOf(planned.fee_rate)));
  const { available, held } = accountsOf(planned);
  if (effects.balance(available) < cost) return undefined;
  const order: ContractOrder = { ...planned, held: formatAmount(cost), open_points: null };
  effects.post({ from: available, to: held, amount: cost, reason: 'contracts.hold', order });
  effects.step(order, 'placed', tick, agreed(order, order.limit_points));
  effects.save(order, tick);
  return order;
}

/** What opening writes on an order. At the command's time: the tick may be older than the order. */
export const openingOf = (order: ContractOrder, tick: Tick, command: Command) => ({
  ...followFrom(order.side, order.trail, tick),
  open_seq: tick.seq,
  open_bid: tick.bid,
  open_ask: tick.ask,
  open_mid: tick.mid,
  open_tick_at: tick.at,
  opened_by: command.seq,
  opened_at: command.at,
  financed_night: financingDayOf(command.at),
});

function plannedOrder(inputs: {
  readonly command: Command<BuyBody, BuyFacts>;
  readonly terms: ContractTerms;
  readonly feeRate: Rate;
  readonly size: Size;
  readonly entry: Entry;
  readonly partner: ContractOrder | undefined;
  readonly reverses: number | null;
}): ContractOrder {
  const { command, terms, feeRate, size, entry, partner, reverses } = inputs;
  const { points, limit, isNext } = entry;
  const { body } = command;
  const price = priceAt(terms, points);
  const margin = formatAmount(marginOf(size, price, body.leverage));
  return {
    id: command.seq,
    user_id: command.userId,
    book: command.book,
    code: terms.code,
    asset: terms.asset,
    side: body.side,
    type: body.type,
    leverage: body.leverage,
    lots: formatAmount(size.lots),
    open_lots: formatAmount(size.lots),
    // In the shortest form, as the database returns it.
    lot_size: formatAmount(size.lotSize),
    precision: terms.precision,
    terms_version: terms.version,
    network: command.facts.network ?? null,
    fee_rate: formatRate(feeRate),
    financing_rate: formatRate(rateOf(terms.financingRate)),
    quote_rate: formatRate(size.quoteRate),
    state: 'waiting',
    limit_points: limit,
    entry_points: stopOf(command.body, terms.precision),
    triggered_by: null,
    oco_group: partner === undefined ? null : (partner.oco_group ?? partner.id),
    targets: null,
    ...NO_TRAIL,
    reverses,
    reversed_by: null,
    reference_points: isNext ? points : null,
    closing_lots: null,
    closing_at: null,
    stop_points: null,
    target_points: null,
    stops_from: null,
    stops_before: null,
    notional: '0',
    counted: null,
    held: '0',
    initial_margin: margin,
    margin,
    profit_max:
      terms.profitMaxRate === undefined ? null : formatAmount(profitMaxOf(size, price, rateOf(terms.profitMaxRate))),
    profit_points: null,
    converts_by: terms.convertsAt === undefined ? null : terms.conversion,
    before_close: beforeCloseOf(terms),
    raised_points: null,
    maintenance: '0',
    liquidation_points: null,
    open_fee: formatAmount(contractFeeOf(size, price, feeRate)),
    close_fee: '0',
    financing: '0',
    realised: '0',
    close_value: '0',
    pnl_carry: '0',
    fee_carry: '0',
    financed_night: null,
    placed_at: command.at,
    open_points: points,
    ...NOT_OPENED,
    closed_by: null,
    settled_by: null,
    settled_at: null,
  };
}

const stopOf = ({ stopPrice }: BuyBody, precision: number): number | null =>
  stopPrice === undefined ? null : (parsePoints(stopPrice, precision) ?? null);

const NOT_OPENED = {
  open_seq: null,
  open_bid: null,
  open_ask: null,
  open_mid: null,
  open_tick_at: null,
  opened_by: null,
  opened_at: null,
} as const;
