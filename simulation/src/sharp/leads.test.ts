import { expect, test } from 'vitest';
import { PLACED_AHEAD } from './lead-strategies.ts';
import { runLeads } from './leads.ts';

/** Some twenty minutes of the market; `npm run sharp` takes hours. */
const SHORT = { orders: 100, seed: 7, strategies: PLACED_AHEAD } as const;

async function findings(isBefore: boolean): Promise<{ found: readonly string[]; text: string }> {
  const lines: string[] = [];
  const { found } = await runLeads({ ...SHORT, isBefore, print: (line) => lines.push(line) });
  return { found, text: lines.join('\n') };
}

test('who knows the source first earns nothing by placing orders and moving stops', async () => {
  const { found, text } = await findings(false);
  expect(found, text).toEqual([]);
  expect(text).not.toMatch(/^few/m);
}, 600_000);

test('without a lead every such strategy earns, save spot stops, which wait for a price of their own', async () => {
  const { found, text } = await findings(true);
  expect(found, text).toEqual([
    'spot: market order ahead',
    'spot: limit across the next price',
    'contracts: market order ahead',
    'contracts: limit across the next price',
    'contracts: stop before the next price',
    'contracts: close ahead',
    'contracts: stop-loss to the next price',
    'contracts: target to the next price',
  ]);
}, 600_000);
