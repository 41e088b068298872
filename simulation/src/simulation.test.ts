/**
 * A short simulation: a few worlds with crashes, failures and hostile commands must all be clean.
 * Longer runs: `npm run simulate`.
 */
import { pbkdf2 } from 'node:crypto';
import { type CallName, callSpec } from '@glasshouse/api/calls';
import { codeKey } from '@glasshouse/api/codes';
import { refusalsOf } from '@glasshouse/api/openapi';
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import type { Product } from './workload/scenario.ts';
import { World } from './workload/world.ts';

test.each([1_001, 2_001, 3_001])('4,000 commands in worlds from seed %i are clean', async (seed) => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const failed = await simulate({
    seed,
    commands: 4_000,
    commandsPerWorld: 1_000,
    store: 'memory',
    verbose: false,
    print,
  });
  expect(failed, lines.join('\n')).toBe(false);
});

test('three years of plans, loans, works and rewards are clean', async () => {
  const { findings, figures } = await new World({ seed: 3, commands: 1_000, days: 1_100, focus: 'years' }).run();
  expect(findings).toEqual([]);
  expect(figures.days).toBeGreaterThanOrEqual(1_100);
});

/** What happened in clean worlds of these seeds together, by label. */
async function totalsOf(seeds: readonly number[], options: { readonly commands: number; readonly focus: Product }) {
  const totals = new Map<string, number>();
  for (const seed of seeds) {
    const { findings, codes } = await new World({ seed, ...options }).run();
    expect(findings).toEqual([]);
    for (const [label, count] of codes) totals.set(label, (totals.get(label) ?? 0) + count);
  }
  return totals;
}

test('payouts that two of their transactions pay are booked, watched for a week and settled', async () => {
  const totals = await totalsOf([3, 5, 12], { commands: 1_500, focus: 'payouts' });
  for (const label of ['withdrawal paid twice', 'a second payment settled', 'withdrawals.unwatch 200']) {
    expect(totals.get(label), label).toBeGreaterThan(0);
  }
});

test('credits above a limit are let go, sent back, and held or free again when that was a mistake', async () => {
  const totals = await totalsOf([1, 2, 3, 4, 6, 8], { commands: 2_000, focus: 'heldCredits' });
  for (const outcome of ['returning', 'returned', 'held', 'released']) {
    expect(totals.get(`held credit: ${outcome}`), outcome).toBeGreaterThan(0);
  }
});

/** The call that submits each command of a customer. */
const CALL_OF: Readonly<Record<string, CallName>> = {
  'options.buy': 'buyOption',
  'contracts.buy': 'openPosition',
  'contracts.close': 'closePosition',
  'contracts.reverse': 'reversePosition',
  'contracts.stops': 'setStops',
  'contracts.cancel': 'cancelOrder',
  'spot.submit': 'placeSpotOrder',
  'spot.cancel': 'cancelOrder',
  'convert.ask': 'quoteConversion',
  'convert.fill': 'convert',
  'alerts.add': 'addAlert',
  'alerts.remove': 'removeAlert',
};

test('calls list every code that hostile orders are refused with', async () => {
  const unlisted = new Set<string>();
  for (const focus of ['options', 'contracts', 'spot', 'convert'] as const) {
    for (const label of (await totalsOf([1, 2, 3], { commands: 1_500, focus })).keys()) {
      const [type = '', number = ''] = label.split(' ');
      const name = CALL_OF[type];
      const key = codeKey(Number(number));
      if (name === undefined || key === undefined) continue;
      if (!refusalsOf(callSpec(name)).includes(key)) unlisted.add(`${name}: ${key}`);
    }
  }
  expect([...unlisted]).toEqual([]);
});

test('the seed alone determines a world', async () => {
  const once = await new World({ seed: 17, commands: 1_000 }).run();
  const again = await new World({ seed: 17, commands: 1_000 }).run();
  expect(again).toEqual(once);
  const otherSeed = await new World({ seed: 18, commands: 1_000 }).run();
  expect(otherSeed.figures).not.toEqual(once.figures);
});

test('a world waits for no other thread, so that it is the same on a busy machine', async () => {
  const idle = await new World({ seed: 1, commands: 1_500 }).run();
  let hogs = 0;
  const busy = () =>
    pbkdf2('', '', 400_000, 64, 'sha512', () => {
      if (0 < hogs) busy();
    });
  // As many as there are threads for it: whatever else asks for one waits behind them.
  for (hogs = 0; hogs < 8; hogs += 1) busy();
  const loaded = await new World({ seed: 1, commands: 1_500 }).run();
  hogs = 0;
  expect(loaded).toEqual(idle);
  expect(loaded.findings).toEqual([]);
});

test('worlds on PostgreSQL are clean although connections break at any moment', async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const failed = await simulate({
    seed: 5,
    commands: 1_600,
    commandsPerWorld: 800,
    store: 'postgres',
    verbose: true,
    print,
  });
  expect(failed, lines.join('\n')).toBe(false);
});
