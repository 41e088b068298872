import { HELD_SINCE_RULES } from '@glasshouse/server/trading/lead';
import { expect, test } from 'vitest';
import { type LeadStrategy, PLACED_AHEAD, TAKEN_BACK } from './lead-strategies.ts';
import { runLeads } from './leads.ts';

/** Some twenty minutes of the market; `npm run sharp` takes hours. */
const SHORT = { orders: 100, seed: 7 } as const;

async function findings(
  isBefore: boolean,
  {
    strategies = PLACED_AHEAD,
    ...more
  }: { readonly strategies?: readonly LeadStrategy[]; readonly rules?: number } = {},
): Promise<{ found: readonly string[]; text: string }> {
  const lines: string[] = [];
  const { found } = await runLeads({ ...SHORT, ...more, strategies, isBefore, print: (line) => lines.push(line) });
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

test('who knows the source first earns nothing by taking back orders and stops', async () => {
  const { found, text } = await findings(false, { strategies: TAKEN_BACK });
  expect(found, text).toEqual([]);
  expect(text).not.toMatch(/^few/m);
}, 600_000);

test('by the rules of before, whoever removes stops and targets in time earns', async () => {
  const { found, text } = await findings(false, { strategies: TAKEN_BACK, rules: HELD_SINCE_RULES });
  expect(found, text).toEqual(['contracts: removes a stop in time', 'contracts: removes a target in time']);
}, 600_000);
