import type { Tier } from '@glasshouse/rules/contracts-tiers';
import { type Amount, amountOf, type Price, priceOfPoints, type Rate, rateOf } from '@glasshouse/rules/money';
import type { MarketInfo } from '../market-info.ts';

export type WireTerms = NonNullable<MarketInfo['contracts']>;

/** The contract terms of an instrument, as the rules take them. */
export interface Terms {
  readonly lotSize: Amount;
  readonly minLots: Amount;
  readonly maxLots: Amount;
  readonly lotStep: Amount;
  readonly maxLeverage: number;
  readonly feeRate: Rate;
  readonly financingRate: Rate;
  /** Share of the notional; undefined: no limit. */
  readonly profitMaxRate: Rate | undefined;
  /** Undefined: the rate of the quote asset is unknown now, and nothing can be opened. */
  readonly quoteRate: Rate | undefined;
  /** The minimum distance of stop and target from the price. */
  readonly distance: Price;
  readonly point: Price;
  readonly tiers: readonly Tier[];
}

export function readTerms(wire: WireTerms, precision: number): Terms {
  return {
    lotSize: amountOf(wire.lotSize),
    minLots: amountOf(wire.minLots),
    maxLots: amountOf(wire.maxLots),
    lotStep: amountOf(wire.lotStep),
    maxLeverage: wire.maxLeverage,
    feeRate: rateOf(wire.feeRate),
    financingRate: rateOf(wire.financingRate),
    profitMaxRate: wire.profitMaxRate === null ? undefined : rateOf(wire.profitMaxRate),
    quoteRate: wire.quoteRate === null ? undefined : rateOf(wire.quoteRate),
    // A level already reached would close the position at the next tick.
    distance: priceOfPoints(Math.max(1, wire.stopDistancePoints), precision),
    point: priceOfPoints(1, precision),
    tiers: wire.tiers.map((tier) => ({
      floor: amountOf(tier.floor),
      maintenanceRate: rateOf(tier.maintenanceRate),
      deduction: amountOf(tier.deduction),
      maxLeverage: tier.maxLeverage,
    })),
  };
}
