import { ofHouse, ofUser } from '../accounts.ts';
import { least } from '../figures.ts';
import type { Reference } from '../product.ts';
import type { StoredTick } from '../stored.ts';
import { exactFee, exactPnl, feeAt, wholeFee, wholePnl } from './arithmetic.ts';
import type { ContractEffects } from './contract-effects.ts';
import { type Contract, type Ending, nightOf, rateOf, sizeOf, updateLiquidationPrice } from './position.ts';

export const accountsOf = ({ user, book, terms }: Contract) => ({
  available: ofUser(user, book, terms.asset, 'available'),
  held: ofUser(user, book, terms.asset, 'held'),
  margin: ofUser(user, book, terms.asset, 'margin'),
  pool: ofHouse(book, terms.asset, 'pool.contracts'),
  insurance: ofHouse(book, terms.asset, 'pool.insurance'),
  capital: ofHouse(book, terms.asset, 'capital'),
  fees: ofHouse(book, terms.asset, 'fees'),
});

/** Charges every night since the last one, each the same and at most the remaining margin. */
export function chargeNights({ accounts }: Reference, effects: ContractEffects, order: Contract): boolean {
  const now = nightOf(effects.entry.at);
  const nights = now - (order.night as number);
  if (nights <= 0) return false;
  const cost = feeAt(sizeOf(order), order.base, order.financingRate);
  const { margin, fees } = accountsOf(order);
  for (let night = 0; night < nights; night += 1) {
    const amount = least(cost, order.margin);
    if (amount === 0n) break;
    accounts.move(margin, fees, amount);
    order.margin -= amount;
    order.financing += amount;
    effects.step(order, 'financed', null, { lots: order.left, fee: amount });
  }
  order.night = now;
  updateLiquidationPrice(order);
  return true;
}

export interface Closing {
  readonly order: Contract;
  readonly lots: bigint;
  readonly tick: StoredTick;
  readonly by: Ending;
}

/**
 * Closes lots at the bid or ask of a tick: overnight fees first, then their share of the margin
 * with PnL and fee. Returns what it lost beyond its margin.
 */
export function closeLots(reference: Reference, effects: ContractEffects, closing: Closing): bigint {
  const { order, lots, tick, by } = closing;
  chargeNights(reference, effects, order);
  const points = order.side === 'buy' ? tick.bid : tick.ask;
  const rate = rateOf(order, effects.rateFor(order));
  if (rate === undefined) throw new Error(`entry ${effects.entry.seq} does not say what converts ${order.id}`);
  const part = sizeOf(order, lots, rate);
  const whole = lots === order.left;
  const margin = whole ? order.margin : (order.margin * lots) / order.left;

  order.pnlExact += exactPnl(part, order.side, { from: order.base, to: points });
  order.feeExact += exactFee(part, points, order.feeRate);
  const pnl = wholePnl(part, order.pnlExact) - order.pnlCredited;
  const gain = order.gainMax === null ? null : whole ? order.gainMax : (order.gainMax * lots) / order.left;
  const owed = wholeFee(part, order.feeExact) - order.feeCharged;
  const fee = owed < 0n ? 0n : owed;
  order.pnlCredited += pnl;
  order.feeCharged += fee;

  const paid = pay(reference, order, { margin, pnl: gain === null ? pnl : least(pnl, gain), fee });
  const kind = by === 'liquidation' ? 'liquidated' : whole ? 'closed' : 'partClosed';
  effects.step(order, kind, tick, { lots, points, margin, fee: paid.fee, pnl: paid.pnl, closes: true });
  order.left -= lots;
  // What its owner asked for outlives a step of the ladder, as far as there are lots left.
  const pending = by === 'takeProfit' && 0n < order.left ? order.closing : null;
  order.closing = pending && { ...pending, lots: least(pending.lots, order.left) };
  order.margin -= margin;
  if (order.gainMax !== null) order.gainMax -= gain ?? 0n;
  order.closeFee += paid.fee;
  order.realised += paid.pnl;
  order.closeValue += lots * BigInt(points);
  if (whole) end(effects, order, by === 'liquidation' ? 'liquidated' : 'closed', by);
  else updateLiquidationPrice(order);
  return paid.beyond;
}

/**
 * The loss is taken first, then the fee, at most the margin; a profit is paid even when the pool
 * runs out.
 */
function pay(
  { accounts }: Reference,
  order: Contract,
  { margin, pnl, fee }: { margin: bigint; pnl: bigint; fee: bigint },
): { fee: bigint; pnl: bigint; beyond: bigint } {
  const at = accountsOf(order);
  const lost = pnl < 0n ? least(-pnl, margin) : 0n;
  const won = 0n < pnl ? pnl : 0n;
  const charged = least(fee, margin - lost + won);
  const fromMargin = least(charged, margin - lost);
  accounts.move(at.margin, at.pool, lost);
  accounts.fee(at.margin, at.fees, fromMargin);
  accounts.move(at.margin, at.available, margin - lost - fromMargin);
  const missing = won - accounts.of(at.pool);
  if (0n < missing) {
    // Never from outside: what a position may gain was within pool and capital when it was taken.
    accounts.move(at.capital, at.pool, missing);
  }
  accounts.move(at.pool, at.available, won);
  accounts.fee(at.available, at.fees, charged - fromMargin);
  const beyond = pnl < 0n ? -pnl - lost : 0n;
  return { fee: charged, pnl: won - lost, beyond };
}

/** Ends an order: nothing is open, held or behind it as margin any more. */
export function end(effects: ContractEffects, order: Contract, state: Contract['state'], by: Ending): void {
  order.state = state;
  order.left = 0n;
  order.held = 0n;
  order.closing = null;
  order.margin = 0n;
  if (order.gainMax !== null) order.gainMax = 0n;
  order.ended = { by, seq: effects.entry.seq, at: effects.entry.at };
}

export function release({ accounts }: Reference, order: Contract): void {
  const { held, available } = accountsOf(order);
  accounts.move(held, available, order.held);
}
