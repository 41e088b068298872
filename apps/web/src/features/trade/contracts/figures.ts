import {
  areLotsAllowed,
  closingPrice,
  contractFeeOf,
  directionOf,
  FINE,
  financingOf,
  marginOf,
  notionalOf,
  openingPrice,
  pnlOf,
  type Side,
  type Size,
  stopsProblem,
  unitsOf,
} from '@glasshouse/rules/contracts';
import {
  breakEvenPrice,
  isLiquidated,
  liquidationPrice,
  marginLevelOf,
  type Position,
} from '@glasshouse/rules/contracts-liquidation';
import { maintenanceOf, tierOf } from '@glasshouse/rules/contracts-tiers';
import {
  type Amount,
  add,
  divFloor,
  formatAmount,
  formatPrice,
  formatRate,
  type Price,
  parseAmount,
  parsePrice,
  subtract,
} from '@glasshouse/rules/money';
import type { Terms } from './terms.ts';

/** What is filled in on the ticket; prices and lots as they were typed. */
export interface Draft {
  readonly side: Side;
  readonly type: 'market' | 'limit';
  readonly lots: string;
  readonly leverage: number;
  readonly limitPrice: string;
  /** Empty: none. */
  readonly stopLoss: string;
  readonly takeProfit: string;
}

/** The prices of this moment; undefined before the first tick. */
export interface Market {
  readonly bid: string | undefined;
  readonly ask: string | undefined;
  readonly mid: string | undefined;
}

/** Everything the ticket shows of an order before it is placed, as exact decimal text. */
export interface ContractFigures {
  readonly openPrice: string;
  readonly notional: string;
  readonly margin: string;
  readonly openFee: string;
  /** If it were closed at the opening price. */
  readonly closeFee: string;
  /** Leaves the balance when it opens. */
  readonly total: string;
  readonly liquidation: string | undefined;
  readonly breakEven: string;
  readonly maintenance: string;
  readonly maintenanceRate: string;
  readonly deduction: string;
  readonly marginLevel: string | undefined;
  readonly financing: string;
  /** What the user has gained or lost after all fees when the stop, or the target, is reached exactly. */
  readonly atStop: string | undefined;
  readonly atTarget: string | undefined;
  readonly balanceAfter: string | undefined;
}

export type Problem =
  | 'lotsEmpty'
  | 'lotsRange'
  | 'lotsStep'
  | 'leverageTier'
  | 'leverageSpread'
  | 'priceEmpty'
  | 'noPrice'
  | 'noRate'
  | 'stopLoss'
  | 'takeProfit'
  | 'notEnough';

export interface Priced {
  /** The first thing that is wrong, in the order of the fields. */
  readonly problem: Problem | undefined;
  readonly figures: ContractFigures | undefined;
  /** The cap of the tier that this size falls into. */
  readonly leverageCap: number;
}

/** Prices an order with the functions that the core charges by. `available` undefined: nobody is logged in. */
export function priceContract(of: {
  readonly draft: Draft;
  readonly market: Market;
  readonly terms: Terms;
  readonly available: string | undefined;
}): Priced {
  const { draft, market, terms } = of;
  const refused = (problem: Problem): Priced => ({ problem, figures: undefined, leverageCap: terms.maxLeverage });
  if (terms.quoteRate === undefined) return refused('noRate');
  const entry = entryOf(draft, market);
  if (entry === undefined) return refused(draft.type === 'limit' ? 'priceEmpty' : 'noPrice');
  const { open, reference } = entry;
  const lots = parseAmount(draft.lots);
  if (lots === undefined || lots === 0n) return refused('lotsEmpty');

  const size: Size = { lots, lotSize: terms.lotSize, quoteRate: terms.quoteRate };
  const notional = notionalOf(size, open);
  const tier = tierOf(terms.tiers, notional);
  const leverageCap = Math.min(terms.maxLeverage, tier.maxLeverage);
  const margin = marginOf(size, open, draft.leverage);
  const maintenance = maintenanceOf(terms.tiers, notional);
  const openFee = contractFeeOf(size, open, terms.feeRate);
  const total = add(margin, openFee);
  const position: Position = { side: draft.side, size, open, margin, maintenance, feeRate: terms.feeRate };
  const liquidation = liquidationPrice(position, terms.point);
  const stopLoss = parsePrice(draft.stopLoss);
  const takeProfit = parsePrice(draft.takeProfit);
  const balance = of.available === undefined ? undefined : parseAmount(of.available);
  const level = marginLevelOf(position, entry.mark);
  const after = (price: Price | undefined) =>
    price === undefined ? undefined : formatAmount(subtract(resultAt(position, price), openFee));
  const figures: ContractFigures = {
    openPrice: formatPrice(open),
    notional: formatAmount(notional),
    margin: formatAmount(margin),
    openFee: formatAmount(openFee),
    closeFee: formatAmount(openFee),
    total: formatAmount(total),
    liquidation: liquidation === undefined ? undefined : formatPrice(liquidation),
    breakEven: formatPrice(breakEvenPrice({ ...position, paid: openFee }, terms.point)),
    maintenance: formatAmount(maintenance),
    maintenanceRate: formatRate(tier.maintenanceRate),
    deduction: formatAmount(tier.deduction),
    marginLevel: level === undefined ? undefined : formatRate(level),
    financing: formatAmount(financingOf(size, open, terms.financingRate)),
    atStop: after(stopLoss),
    atTarget: after(takeProfit),
    balanceAfter: balance === undefined || balance < total ? undefined : formatAmount(subtract(balance, total)),
  };
  const problem = (): Problem | undefined => {
    const range = { min: terms.minLots, max: terms.maxLots, step: terms.lotStep };
    if (lots < terms.minLots || terms.maxLots < lots) return 'lotsRange';
    if (!areLotsAllowed(lots, range)) return 'lotsStep';
    if (leverageCap < draft.leverage) return 'leverageTier';
    if (isLiquidated(position, entry.mark)) return 'leverageSpread';
    const { side } = draft;
    const wrong = stopsProblem({ side, reference, distance: terms.distance, stopLoss, takeProfit, liquidation });
    if (wrong !== undefined) return wrong;
    return balance !== undefined && balance < total ? 'notEnough' : undefined;
  };
  return { problem: problem(), figures, leverageCap };
}

const parsed = (text: string | undefined): Price | undefined => (text === undefined ? undefined : parsePrice(text));

interface Entry {
  readonly open: Price;
  /** What stop and target are held against: the price at which one could close, or the limit of an order that waits. */
  readonly reference: Price;
  readonly mark: Price;
}

/** A limit that the market has reached already opens at once, at the better price. */
function entryOf({ type, side, limitPrice }: Draft, { bid, ask, mid }: Market): Entry | undefined {
  const now = parsed(openingPrice(side, { bid, ask }));
  const close = parsed(closingPrice(side, { bid, ask }));
  const mark = parsed(mid);
  const limit = type === 'limit' ? parsePrice(limitPrice) : undefined;
  if (type === 'limit' && limit === undefined) return undefined;
  const waits = limit !== undefined && (now === undefined || (side === 'buy' ? limit < now : now < limit));
  if (waits) return { open: limit, reference: limit, mark: limit };
  if (now === undefined || close === undefined || mark === undefined) return undefined;
  return { open: now, reference: close, mark };
}

/** The price that an order of this draft would open at; undefined while there is none. */
export const openOf = (draft: Draft, market: Market): Price | undefined => entryOf(draft, market)?.open;

/** PnL less the fee of the close, no lower than what the margin bears. */
export function resultAt(position: Position, price: Price): Amount {
  const { side, size, open, margin, feeRate } = position;
  const net = subtract(pnlOf({ side, size, open, close: price }), contractFeeOf(size, price, feeRate));
  return net < -margin ? (-margin as Amount) : net;
}

/** The price, on a point, at which the PnL is a share (in percent) of the margin; undefined below 0. */
export function priceAtShare(position: Position, percent: number, point: Price): Price | undefined {
  const wanted = (position.margin * BigInt(percent)) / 100n;
  const moved = divFloor(directionOf(position.side) * wanted * FINE, unitsOf(position.size));
  const price = divFloor(position.open + moved, point) * point;
  return 0n < price ? (price as Price) : undefined;
}

/** A stop or target of the ticket that lies so many percent of the margin away. */
export function presetPrice(of: {
  readonly draft: Draft;
  readonly market: Market;
  readonly terms: Terms;
  readonly percent: number;
}): string | undefined {
  const { draft, market, terms, percent } = of;
  const open = openOf(draft, market);
  const lots = parseAmount(draft.lots);
  if (open === undefined || lots === undefined || lots === 0n || terms.quoteRate === undefined) return undefined;
  const size: Size = { lots, lotSize: terms.lotSize, quoteRate: terms.quoteRate };
  const margin = marginOf(size, open, draft.leverage);
  const position = { side: draft.side, size, open, margin, maintenance: 0n as Amount, feeRate: terms.feeRate };
  const price = priceAtShare(position, percent, terms.point);
  return price === undefined ? undefined : formatPrice(price);
}
