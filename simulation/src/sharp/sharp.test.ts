import { RULES_VERSION } from '@glasshouse/server/kernel/core/rules';
import { CATALOGUE } from '@glasshouse/server/market-data/instruments/catalogue/index';
import { expect, test } from 'vitest';
import { runSharp, type SharpOptions } from './run.ts';
import { Venue } from './venue.ts';

/** Short turns over a few hours; `npm run sharp` takes days of the market. */
const SHORT = { orders: 9_000, everySeconds: 20, longestSeconds: 120, prices: 'walk' } as const;

async function findings(options: Partial<SharpOptions>): Promise<{ found: readonly string[]; text: string }> {
  const lines: string[] = [];
  const { found, orders } = await runSharp({ ...SHORT, seed: 11, ...options, print: (line) => lines.push(line) });
  for (const count of orders.values()) expect(count).toBeGreaterThanOrEqual(SHORT.orders);
  return { found, text: lines.join('\n') };
}

test('every product is played under the rules of this release', async () => {
  const venue = await Venue.open(CATALOGUE.slice(0, 1), 0);
  expect(venue.rulesVersion).toBe(RULES_VERSION);
  await venue.stop();
});

/** All but firm quotes, which have strategies of their own. */
const PRODUCTS = ['options', 'contracts', 'spot', 'convert', 'triangles'];

test('on prices without a direction, no strategy earns more than the terms leave it', async () => {
  const { found, text } = await findings({ products: PRODUCTS });
  expect(found, text).toEqual([]);
}, 300_000);

test('firm prices are no free options, whoever looks ahead', async () => {
  const { found, text } = await findings({ products: ['quotes'], longestSeconds: 30 });
  expect(found, text).toEqual([]);
  expect(text).not.toMatch(/few +quotes/);
}, 300_000);

test('prices that can be predicted are found by who looks at them', async () => {
  const { found, text } = await findings({ drift: 0.9, products: ['options'] });
  expect(found, text).toEqual(expect.arrayContaining(['options: momentum 2']));
}, 300_000);
