import {
  contractFeeOf,
  directionOf,
  financingOf,
  marginOf,
  notionalOf,
  openingPrice,
  type Side,
} from '../contracts.ts';
import { type Carry, NO_CARRY } from '../contracts-close.ts';
import { furthestFill, type LadderStep } from '../contracts-entries.ts';
import { isLiquidated, liquidationPrice, type Position } from '../contracts-liquidation.ts';
import { profitLimitPrice, profitMaxOf } from '../contracts-profit.ts';
import { quoteRateAt } from '../contracts-rate.ts';
import { deriveTiers, maintenanceOf, raisedRequirement, type Tier } from '../contracts-tiers.ts';
import {
  type Amount,
  add,
  amountOf,
  divCeil,
  formatAmount,
  formatPoints,
  lesser,
  PRICE_DECIMALS,
  type Price,
  parsePrice,
  power10,
  priceOfPoints,
  RATE_DECIMALS,
  type Rate,
  rateOf,
  subtract,
  ZERO,
} from '../money.ts';
import type { KeptStops, Trail } from './contract-levels.ts';
import { countOf, type Json, listOf, recordOf, textOf, Unreadable } from './document.ts';
import type { Entry } from './entries.ts';
import { leadIn } from './lead.ts';
import type { LoggedTick } from './ticks.ts';

/** The frozen terms that a contract's history follows from. */
export interface ContractTerms {
  readonly code: string;
  readonly asset: string;
  readonly precision: number;
  readonly lotSize: Amount;
  readonly feeRate: Rate;
  readonly financingRate: Rate;
  /** Undefined in terms from before profits had a limit. */
  readonly profitMaxRate: Rate | undefined;
  readonly tiers: readonly Tier[];
  /** How far from the price seen a market order fills at the next tick; absent: at once. */
  readonly slippage: Rate | undefined;
  /** How long after the acceptance that tick may be at the earliest. */
  readonly leadMs: number;
  readonly conversion: { readonly code: string; readonly precision: number; readonly inverse: boolean } | null;
  /** Whether P&L is converted at the rate of the close; otherwise at that of the opening. */
  readonly convertsAtClose: boolean;
  /**
   * What an open position needs shortly before a close, as a share of its notional at the opening,
   * or at the mark.
   */
  readonly closeRequirement: { readonly minutes: number; readonly rate: Rate; readonly isOfMark: boolean } | undefined;
}

export function contractTermsOf(body: Json): ContractTerms {
  const conversion = body.conversion === null ? null : recordOf(body.conversion, 'the conversion');
  const tiers = deriveTiers(
    listOf(body.tiers, 'the tiers').map((item) => {
      const tier = recordOf(item, 'a tier');
      return {
        floor: amountOf(textOf(tier.floor, 'a floor')),
        maintenanceRate: rateOf(textOf(tier.maintenanceRate, 'a rate')),
        maxLeverage: countOf(tier.maxLeverage, 'a leverage'),
      };
    }),
  );
  if (tiers === undefined) throw new Unreadable('the tiers make no table');
  return {
    code: textOf(body.code, 'a code'),
    asset: textOf(body.asset, 'an asset'),
    precision: countOf(body.precision, 'a precision'),
    lotSize: amountOf(textOf(body.lotSize, 'a lot')),
    feeRate: rateOf(textOf(body.feeRate, 'a rate')),
    financingRate: rateOf(textOf(body.financingRate, 'a rate')),
    profitMaxRate: body.profitMaxRate === undefined ? undefined : rateOf(textOf(body.profitMaxRate, 'a rate')),
    tiers,
    leadMs: leadIn(body),
    slippage: body.slippageRate === undefined ? undefined : rateOf(textOf(body.slippageRate, 'a rate')),
    conversion:
      conversion === null
        ? null
        : {
            code: textOf(conversion.code, 'a code'),
            precision: countOf(conversion.precision, 'a precision'),
            inverse: conversion.inverse === true,
          },
    convertsAtClose: body.convertsAt === 'close',
    closeRequirement: closeRequirementOf(body),
  };
}

function closeRequirementOf(body: Json): ContractTerms['closeRequirement'] {
  if (body.closeRequirement === undefined) return undefined;
  const { minutes, rate, basis } = recordOf(body.closeRequirement, 'the requirement before a close');
  return {
    minutes: countOf(minutes, 'minutes'),
    rate: rateOf(textOf(rate, 'a rate')),
    isOfMark: basis === 'mark',
  };
}

const ONE = power10(RATE_DECIMALS) as Rate;

/** USDT per unit of the quote asset, rounded down; undefined without a price. */
export function quoteRateBy({ conversion }: ContractTerms, tick: LoggedTick | undefined): Rate | undefined {
  if (conversion === null) return ONE;
  return tick === undefined ? undefined : quoteRateAt(conversion, tick.mid);
}

const DAY_MS = 86_400_000;
/** Overnight fees fall due at 21:00 UTC. */
const FINANCING_MS = 21 * 3_600_000;
export const financingDayOf = (at: number): number => Math.floor((at - FINANCING_MS) / DAY_MS);

/** A position while its history is replayed by the rules. */
export interface Replayed {
  state: 'waiting' | 'open' | 'closed' | 'cancelled' | 'liquidated';
  lots: Amount;
  openLots: Amount;
  open: number | null;
  limit: number | null;
  /** The price seen at its placing, where the next tick may fill it. */
  reference: number | null;
  isMarket: boolean;
  /** The price that a stop order waits for, and whether one with a limit has been there. */
  entry: number | null;
  isTriggered: boolean;
  oco: number | null;
  /** What the next tick closes. */
  closing: Amount | null;
  /** The tick that was known when it was placed, or its close asked for. */
  knownSeq: number;
  /** The earliest time of one that fills or closes it; 0 under terms without a lead. */
  from: number;
  held: Amount;
  margin: Amount;
  initialMargin: Amount;
  maintenance: Amount;
  /** Of one that is judged shortly before a close: what it needs of its notional at the mark. */
  markShare: Rate | undefined;
  liquidation: number | null;
  openFee: Amount;
  closeFee: Amount;
  financing: Amount;
  realised: Amount;
  /** What it paid for the loss of another position. */
  netted: Amount;
  carry: Carry;
  closeValue: bigint;
  stop: number | null;
  target: number | null;
  ladder: readonly LadderStep[];
  trail: Trail | null;
  /** The earliest time of a price that fires any of these, since they were last changed. */
  stopsFrom: number | null;
  /** What fires until then; null: nothing did, or the rules of then ended it at once. */
  before: KeptStops | null;
  /** The tick that it follows from, and the best one of one that fired. */
  trailFrom: LoggedTick | null;
  peak: LoggedTick | null;
  /** The order that opens as this position closes. */
  reversedBy: number | null;
  /** Most that the open lots may gain, and where they have; undefined under terms without it. */
  profitMax: Amount | undefined;
  profitLimit: number | null;
  financedNight: number | null;
  openedAt: number | null;
  closedBy: string | null;
  closedAt: number | null;
}

/** The arithmetic of one contract: all that depends on its terms and its own figures alone. */
export class ContractSums {
  readonly terms: ContractTerms;
  readonly side: Side;
  readonly leverage: number;
  readonly feeRate: Rate;
  readonly quoteRate: Rate;

  constructor(contract: { terms: ContractTerms; side: Side; leverage: number; feeRate: Rate; quoteRate: Rate }) {
    this.terms = contract.terms;
    this.side = contract.side;
    this.leverage = contract.leverage;
    this.feeRate = contract.feeRate;
    this.quoteRate = contract.quoteRate;
  }

  price(points: number): Price {
    return priceOfPoints(points, this.terms.precision);
  }

  /** At the rate of the opening unless another one is given. */
  size(lots: Amount, rate: Rate = this.quoteRate) {
    return { lots, lotSize: this.terms.lotSize, quoteRate: rate };
  }

  /** What P&L and closing fee are converted at, by a price of what converts them. */
  closingRate(tick: LoggedTick | undefined): Rate {
    if (!this.terms.convertsAtClose) return this.quoteRate;
    const rate = tick?.code === this.terms.conversion?.code ? quoteRateBy(this.terms, tick) : undefined;
    if (rate === undefined) throw new Unreadable('nothing says what it was converted at');
    return rate;
  }

  /** What placing or opening costs at a price. */
  cost(lots: Amount, points: number): { margin: Amount; fee: Amount } {
    const size = this.size(lots);
    const price = this.price(points);
    return { margin: marginOf(size, price, this.leverage), fee: contractFeeOf(size, price, this.feeRate) };
  }

  /** Agreed once, at the first price: where it opened, or was to open. */
  agreeProfit(replayed: Replayed, points: number): void {
    const { profitMaxRate } = this.terms;
    if (profitMaxRate === undefined) return;
    replayed.profitMax = profitMaxOf(this.size(replayed.lots), this.price(points), profitMaxRate);
    this.limitProfit(replayed);
  }

  /** Where the position has gained all that it may, from where it is open or is to open. */
  limitProfit(replayed: Replayed): void {
    if (replayed.profitMax !== undefined) replayed.profitLimit = this.profitLimitAt(replayed);
  }

  /** The same at a rate. */
  profitLimitAt(replayed: Replayed, rate?: Rate): number | null {
    if (replayed.profitMax === undefined) return null;
    const { side, size, open } = this.positionOf(replayed, rate);
    return this.#whole(profitLimitPrice({ side, size, open, max: replayed.profitMax }, this.point()));
  }

  #whole(price: Price | undefined): number | null {
    const points = price === undefined ? undefined : price / this.point();
    return points === undefined || BigInt(Number.MAX_SAFE_INTEGER) < points ? null : Number(points);
  }

  /** One night's fee, which never depends on a price of the night. */
  night({ openLots, open }: Replayed): Amount {
    return financingOf(this.size(openLots), this.price(open ?? 0), this.terms.financingRate);
  }

  positionOf(replayed: Replayed, rate?: Rate): Position {
    const waitsAt = replayed.isMarket ? replayed.entry : replayed.limit;
    const base = replayed.open ?? replayed.reference ?? waitsAt ?? 0;
    return {
      side: this.side,
      size: this.size(replayed.openLots, rate),
      open: this.price(base),
      margin: replayed.margin,
      maintenance: replayed.maintenance,
      markShare: replayed.markShare,
      feeRate: this.feeRate,
    };
  }

  isLiquidatedAt(replayed: Replayed, mid: number, rate?: Rate): boolean {
    return isLiquidated(this.positionOf(replayed, rate), this.price(mid));
  }

  /** The position with what it needs shortly before a close; undefined where that is no more. */
  raised(replayed: Replayed): Replayed | undefined {
    const { closeRequirement: more } = this.terms;
    if (more === undefined) return undefined;
    if (more.isOfMark) return { ...replayed, markShare: more.rate };
    const { size, open } = this.positionOf(replayed);
    const { maintenance } = replayed;
    const raised = raisedRequirement({ maintenance, notional: notionalOf(size, open), rate: more.rate });
    return maintenance < raised ? { ...replayed, maintenance: raised } : undefined;
  }

  /** What that comes to at a price: the larger requirement, rounded up. */
  neededAt({ maintenance, markShare, openLots }: Replayed, mark: Price, rate?: Rate): Amount {
    const notional = notionalOf(this.size(openLots, rate), mark);
    return markShare === undefined ? maintenance : raisedRequirement({ maintenance, notional, rate: markShare });
  }

  /** Maintenance and liquidation price, anew: after lots, margin or price changed. */
  require(replayed: Replayed): void {
    const { size, open } = this.positionOf(replayed);
    replayed.maintenance = maintenanceOf(this.terms.tiers, notionalOf(size, open));
    this.liquidate(replayed);
  }

  /** The liquidation price alone: after margin changed. */
  liquidate(replayed: Replayed): void {
    replayed.liquidation = this.liquidationAt(replayed);
  }

  /** The same at a rate. */
  liquidationAt(replayed: Replayed, rate?: Rate): number | null {
    return this.#whole(liquidationPrice(this.positionOf(replayed, rate), this.point()));
  }

  point(): Price {
    return power10(PRICE_DECIMALS - this.terms.precision) as Price;
  }

  pointsOf(text: unknown): number | null {
    if (text === null || text === undefined) return null;
    const price = parsePrice(textOf(text, 'a price'));
    if (price === undefined || price % this.point() !== 0n) throw new Unreadable('a price is off the grid');
    return Number(price / this.point());
  }

  text(points: number | null): string | null {
    return points === null ? null : formatPoints(points, this.terms.precision);
  }

  /** Whether a tick is at or beyond a price, on its bad or its good side for the position. */
  isReached(points: number, threshold: { level: number; as: 'stop' | 'target' }): boolean {
    const distance = Number(directionOf(this.side)) * (points - threshold.level);
    return threshold.as === 'stop' ? distance <= 0 : 0 <= distance;
  }

  /** What somebody may have known who asked for something. */
  knownAt({ at }: Pick<Entry, 'at'>, { seq }: LoggedTick): Pick<Replayed, 'knownSeq' | 'from'> {
    return { knownSeq: seq, from: this.terms.leadMs === 0 ? 0 : at + this.terms.leadMs };
  }

  /** Whether an opening is at the limit or better. */
  isWithin(limit: number, tick: LoggedTick): boolean {
    return Number(directionOf(this.side)) * (openingPrice(this.side, tick) - limit) <= 0;
  }

  /** The furthest and the worst price of an order that the next tick may fill. */
  bounds(limit: number | null, tick: LoggedTick, slippage: Rate): { furthest: number; worst: number } {
    const price = openingPrice(this.side, tick);
    const width = Number(divCeil(BigInt(tick.mid) * slippage, ONE));
    if (this.side === 'buy') return { furthest: limit ?? price + width, worst: limit ?? price + width };
    return { furthest: limit ?? Math.max(1, price - width), worst: price + width };
  }

  /** What an order that waits reserves, and what it is valued at until it opens. */
  planWaiting(now: Replayed, { tick, isReached }: { tick: LoggedTick; isReached: boolean }): void {
    const { slippage } = this.terms;
    let hold = now.limit ?? 0;
    if (isReached && slippage !== undefined) {
      const { furthest, worst } = this.bounds(now.limit, tick, slippage);
      now.isMarket = now.limit === null;
      now.reference = openingPrice(this.side, tick);
      now.limit = furthest;
      hold = worst;
    }
    if (now.entry !== null) {
      const { furthest, worst } = this.stopBounds(now.entry, now.limit);
      now.isMarket = now.limit === null;
      now.limit = furthest;
      hold = worst;
    }
    const base = now.reference ?? (now.isMarket ? now.entry : now.limit) ?? hold;
    const { margin, fee } = this.cost(now.lots, base);
    const held = this.cost(now.lots, hold);
    now.margin = margin;
    now.initialMargin = margin;
    now.openFee = fee;
    now.held = add(held.margin, held.fee);
    this.require(now);
    this.agreeProfit(now, base);
  }

  /** The furthest and the worst price of an order that waits for its stop. */
  stopBounds(stop: number, limit: number | null): { furthest: number; worst: number } {
    const { slippage } = this.terms;
    if (slippage === undefined) throw new Unreadable('its terms know no stop orders');
    const furthest = limit ?? furthestFill({ side: this.side, stop, slippage });
    return { furthest, worst: this.side === 'buy' ? furthest : Math.max(stop, furthest) };
  }

  /** The ladder of a command. */
  ladderOf(targets: unknown): readonly LadderStep[] {
    if (targets === null || targets === undefined) return [];
    return listOf(targets, 'the ladder').map((item) => {
      const step = recordOf(item, 'a step of a ladder');
      return { points: this.pointsOf(step.price) ?? 0, lots: amountOf(textOf(step.lots, 'lots')) };
    });
  }

  /** The ladder as it is shown; absent where there is none. */
  shownLadder(ladder: readonly LadderStep[]): { targets?: { price: string | null; lots: string }[] } {
    if (ladder.length === 0) return {};
    return { targets: ladder.map(({ points, lots }) => ({ price: this.text(points), lots: formatAmount(lots) })) };
  }

  /** Never more than was held: a seller makes do with the margin that the fee leaves. */
  fromHold(replayed: Replayed, points: number): { margin: Amount; fee: Amount } | undefined {
    const { margin, fee } = this.cost(replayed.lots, points);
    const left = subtract(replayed.held, fee);
    return left <= 0n ? undefined : { margin: lesser(margin, left), fee };
  }
}

export const newPosition = (lots: Amount): Replayed => ({
  state: 'waiting',
  lots,
  openLots: lots,
  open: null,
  limit: null,
  reference: null,
  isMarket: false,
  entry: null,
  isTriggered: false,
  oco: null,
  closing: null,
  knownSeq: 0,
  from: 0,
  held: ZERO,
  margin: ZERO,
  initialMargin: ZERO,
  maintenance: ZERO,
  markShare: undefined,
  liquidation: null,
  openFee: ZERO,
  closeFee: ZERO,
  financing: ZERO,
  realised: ZERO,
  netted: ZERO,
  carry: NO_CARRY,
  closeValue: 0n,
  stop: null,
  target: null,
  ladder: [],
  trail: null,
  stopsFrom: null,
  before: null,
  trailFrom: null,
  peak: null,
  reversedBy: null,
  profitMax: undefined,
  profitLimit: null,
  financedNight: null,
  openedAt: null,
  closedBy: null,
  closedAt: null,
});
