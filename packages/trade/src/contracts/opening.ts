import { contractFeeOf, marginOf, notionalOf, type Side, type Size } from '@glasshouse/rules/contracts';
import { liquidationPrice, type Position } from '@glasshouse/rules/contracts-liquidation';
import { maintenanceOf, tierOf } from '@glasshouse/rules/contracts-tiers';
import { add, type Price } from '@glasshouse/rules/money';
import type { Terms } from './terms.ts';

/** What opening a position at a price takes, by the functions that the core charges by. */
export function openingAt(
  ticket: { readonly side: Side; readonly size: Size; readonly leverage: number; readonly open: Price },
  terms: Terms,
) {
  const { side, size, leverage, open } = ticket;
  const notional = notionalOf(size, open);
  const margin = marginOf(size, open, leverage);
  const maintenance = maintenanceOf(terms.tiers, notional);
  const openFee = contractFeeOf(size, open, terms.feeRate);
  const position: Position = { side, size, open, margin, maintenance, feeRate: terms.feeRate };
  return {
    position,
    notional,
    tier: tierOf(terms.tiers, notional),
    openFee,
    /** Deducted from the balance when it opens. */
    total: add(margin, openFee),
    liquidation: liquidationPrice(position, terms.point),
  };
}
