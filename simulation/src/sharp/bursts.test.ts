import { expect, test } from 'vitest';
import { runBursts } from './bursts.ts';

/** About half an hour of the market, a jump in each ten seconds; `npm run sharp` takes hours. */
const SHORT = { orders: 60, seed: 7, isLive: true } as const;

async function findings(isBefore: boolean): Promise<{ found: readonly string[]; text: string }> {
  const lines: string[] = [];
  const { found } = await runBursts({ ...SHORT, isBefore, print: (line) => lines.push(line) });
  return { found, text: lines.join('\n') };
}

test('who has seen other coins jump earns nothing on those that have not ticked', async () => {
  const { found, text } = await findings(false);
  expect(found, text).toEqual([]);
  expect(text).not.toMatch(/^few/m);
}, 600_000);

test('under terms of before every such strategy earns, save conversions at the next price', async () => {
  const { found, text } = await findings(true);
  expect(found, text).toEqual([
    'spot: several coins agree',
    'spot: small coins after the leaders',
    'spot: five orders at a jump',
    'spot: a cross against its coins',
    'spot: a cross before its other coin',
    'triangles: three spot orders round',
    'quotes: firm, of what has not ticked',
    'quotes: five firm prices at a jump',
  ]);
}, 600_000);
