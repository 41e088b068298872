/**
 * Whoever buys by a resting order and cancels its rest pays no fraction of a unit less than the
 * price says, on every pair that is offered.
 */
import { type Amount, amountOf, priceOfPoints, rateOf, subtract } from '@glasshouse/rules/money';
import { restingNeed, totalOf, unpaidRounding } from '@glasshouse/rules/spot';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../market-data/instruments/catalogue/index.ts';
import { defaultSpotOffer } from './offer.ts';

const PRICE_ONE = 10n ** 10n;
const OFFERS = CATALOGUE.map((instrument) => defaultSpotOffer(instrument)).filter((offer) => offer !== undefined);
/** Prices in points and steps that leave remainders wherever there can be any. */
const POINTS = [1_234_567, 99_999_989, 7] as const;
const SPLITS = [
  [3n, 1n],
  [1_009n, 997n],
  [250_007n, 3n],
] as const;

test('a part fill that is cancelled is rounded against its buyer on all pairs', () => {
  expect(OFFERS.length).toBeGreaterThan(350);
  const gained = new Set<string>();
  for (const { code, precision, quantityStep, makerRate, roundsUp } of OFFERS) {
    expect(roundsUp, code).toBe(true);
    const rate = rateOf(makerRate);
    for (const points of POINTS) {
      const price = priceOfPoints(points, precision);
      for (const [whole, filled] of SPLITS) {
        const [rested, open] = [whole, whole - filled].map((steps) => (steps * amountOf(quantityStep)) as Amount);
        const order = { price, makerRate: rate };
        const need = (quantity: Amount): Amount => totalOf(restingNeed({ ...order, quantity }));
        const paid = subtract(need(rested as Amount), need(open as Amount));
        const owed = unpaidRounding({ ...order, rested: rested as Amount, open: open as Amount });
        const exact = (subtract(rested as Amount, open as Amount) * price * (10n ** 8n + rate)) / 10n ** 8n;
        expect(exact <= (paid + owed) * PRICE_ONE, `${code} at ${points}`).toBe(true);
        expect(owed <= 3n, `${code} owes ${owed}`).toBe(true);
        if (paid * PRICE_ONE < exact) gained.add(code);
      }
    }
  }
  // Without the remainder some of them would have gained.
  expect(gained.size).toBeGreaterThan(0);
});
