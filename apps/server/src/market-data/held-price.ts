import { code } from '@glasshouse/api/codes';
import { refuse } from '../kernel/core/refusal.ts';
import type { HeldBy, MarketView, Refusal } from '../kernel/core/types.ts';

/** Part of the facts of every command that trades on a price; absent while nothing is held. */
export type HeldFact = { readonly held?: HeldBy };

export function heldFact(market: MarketView, instrument: string, at: number): HeldFact {
  const held = market.heldBy(instrument, at);
  return held === undefined ? {} : { held };
}

/**
 * The same for what trades at the last price itself, and so not while a newer one waits. What fills
 * at the next tick may be ordered meanwhile: ticks that waited are older than its acceptance.
 */
export const heldOrBehind = (market: MarketView, instrument: string, at: number): HeldFact =>
  market.isBehind?.(instrument) === true && market.heldBy(instrument, at) === undefined
    ? { held: 'behind' }
    : heldFact(market, instrument, at);

const REASONS: Readonly<Record<HeldBy, number>> = {
  jump: code.priceUnconfirmed,
  sources: code.sourcesDisagree,
  drift: code.priceContradicted,
  unstored: code.pricesNotStored,
  behind: code.newerPriceWaits,
  action: code.corporateActionDue,
  notPositive: code.priceNotPositive,
  ended: code.tradingEnded,
};

/** Not tradable, with the reason at the field that names the instrument. */
export const refuseHeld = (held: HeldBy, field: string): Refusal =>
  refuse(code.notTradable, { [field]: REASONS[held] });

const TOLD: readonly number[] = Object.values(REASONS);

/**
 * The code whose text says most about a refusal: the reason why a price is held, where there is
 * one.
 */
export function toldCode(refused: number, fields: object | undefined): number {
  if (refused !== code.notTradable || fields === undefined) return refused;
  return Object.values(fields).find((reason) => TOLD.includes(reason)) ?? refused;
}
