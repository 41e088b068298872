/**
 * Every product's lines by hand, as its module posts them: what each is in the report, and that
 * nothing is counted twice or lost.
 */
import type { CostMethodName } from '@glasshouse/api/constants';
import type { Holding } from '@glasshouse/rules/average-cost';
import { AVERAGE, type CostMethod, FIFO } from '@glasshouse/rules/cost-method';
import { type Amount, amountOf, formatAmount } from '@glasshouse/rules/money';
import { describe, expect, test } from 'vitest';
import { TaxEngine } from './engine.ts';
import type { Group } from './entries.ts';

type Moves = Readonly<Record<string, readonly (readonly [asset: string, amount: string])[]>>;
let seq = 0;

/** A log entry: `{ 'plans.yield': [['BTC', '0.1']] }`. */
function group(moves: Moves, value: string | null = null): Group {
  seq += 1;
  const all = Object.entries(moves).flatMap(([reason, parts]) =>
    parts.map(([asset, amount], index) => ({ line: `${seq}.${index}.1`, reason, asset, amount: amountOf(amount) })),
  );
  const kind = all[0]?.reason.split('.')[0] as string;
  return { seq, at: seq * 1_000, ref: String(seq), kind, moves: all, value: value === null ? null : amountOf(value) };
}

/** A coin is worth 50 USDT, and a USDT two of the report's currency. */
const world = {
  convert: (usdt: Amount) => (usdt * 2n) as Amount,
  worthOf: (_asset: string, amount: Amount) => (amount * 50n) as Amount,
};
const METHODS = { fifo: FIFO, average: AVERAGE } as unknown as Record<CostMethodName, CostMethod<unknown>>;

const begin = (method: CostMethodName = 'fifo') => new TaxEngine(METHODS[method], world);
const linesOf = (engine: TaxEngine<unknown>, group: Group) =>
  engine
    .take(group)
    .map(({ section, asset, quantity, value, cost, result }) => [
      section,
      `${formatAmount(quantity)} ${asset}`,
      ...[value, cost, result].map(formatAmount),
    ]);

describe('each kind of line', () => {
  test.each<[string, Moves, string[][]]>([
    ['an option won', { 'options.win': [['USDT', '41']] }, [['result', '41 USDT', '82', '0', '82']]],
    ['an option lost', { 'options.lose': [['USDT', '-50']] }, [['result', '-50 USDT', '-100', '0', '-100']]],
    ['a night of a contract', { 'contracts.financing': [['USDT', '-1']] }, [['financing', '-1 USDT', '-2', '0', '-2']]],
    ['a reward for a friend', { 'referrals.reward': [['USDT', '3']] }, [['income', '3 USDT', '6', '0', '6']]],
    ['yield in a coin', { 'plans.yield': [['BTC', '0.1']] }, [['income', '0.1 BTC', '10', '10', '10']]],
    ['a plan left early', { 'plans.penalty': [['USDT', '-4']] }, [['result', '-4 USDT', '-8', '0', '-8']]],
    ['a charity NFT', { 'nfts.buy': [['USDT', '-25']] }, [['spent', '-25 USDT', '-50', '0', '0']]],
    ['a deposit', { 'deposit.credit': [['USDT', '9']] }, [['capital', '9 USDT', '18', '0', '0']]],
    ['a correction', { 'adjust.debit': [['USDT', '-9']] }, [['correction', '-9 USDT', '-18', '0', '0']]],
    ['a reason of another release', { 'novel.thing': [['USDT', '1']] }, [['other', '1 USDT', '2', '0', '0']]],
  ])('%s', (_name, moves, lines) => {
    expect(linesOf(begin(), group(moves))).toEqual(lines);
  });

  test('a coin paid in at its recorded value leaves at its cost, and its fee is a fee', () => {
    const engine = begin();
    expect(linesOf(engine, group({ 'deposit.credit': [['BTC', '2']] }, '90'))).toEqual([
      ['capital', '2 BTC', '180', '180', '0'],
    ]);
    const away = group({ 'withdrawal.sent': [['BTC', '-0.9']], 'withdrawal.fee': [['BTC', '-0.1']] });
    expect(linesOf(engine, away)).toEqual([
      ['capital', '-0.9 BTC', '-81', '81', '0'],
      ['fee', '-0.1 BTC', '-9', '9', '-9'],
    ]);
    // It comes back with its fee at one value, of which each has its share.
    const back = group({ 'withdrawal.returned': [['BTC', '0.9']], 'withdrawal.feeReturned': [['BTC', '0.1']] }, '45');
    expect(linesOf(engine, back)).toEqual([
      ['capital', '0.9 BTC', '81', '81', '0'],
      ['fee', '0.1 BTC', '9', '9', '9'],
    ]);
    expect(engine.holdings().get('BTC')).toEqual({ quantity: amountOf('2'), cost: amountOf('180') });
  });
});

test.each<CostMethodName>(['fifo', 'average'])('what came in less what went out is what is held, by %s', (method) => {
  const engine = begin(method);
  const groups = [
    group({ 'deposit.credit': [['USDT', '1000']] }),
    group({
      'spot.buy': [
        ['USDT', '-100'],
        ['BTC', '2'],
      ],
      'spot.fee': [['USDT', '-1']],
    }),
    group({ 'plans.yield': [['BTC', '0.5']] }),
    group({
      'spot.buy': [
        ['USDT', '-90'],
        ['BTC', '1'],
      ],
      'spot.fee': [['USDT', '-1']],
    }),
    group({
      'spot.sell': [
        ['USDT', '140'],
        ['BTC', '-2.25'],
      ],
      'spot.fee': [['USDT', '-1.4']],
    }),
    group({ 'convert.give': [['BTC', '-0.5']], 'convert.receive': [['ETH', '3']] }, '30'),
    group({ 'nfts.buy': [['USDT', '-25']] }),
    group({ 'options.lose': [['USDT', '-10']], 'options.fee': [['USDT', '-1']] }),
  ];
  const lines = groups.flatMap((group) => engine.take(group));
  const held = engine.holdings();
  const moved = new Map<string, bigint>();
  for (const { moves } of groups) {
    for (const { asset, amount } of moves) moved.set(asset, (moved.get(asset) ?? 0n) + amount);
  }
  expect(new Map([...held].map(([asset, { quantity }]: [string, Holding]) => [asset, quantity]))).toEqual(
    new Map([...moved].sort(([left], [right]) => (left < right ? -1 : 1))),
  );
  // Cost in less cost out is the cost of what is held.
  const coins = lines.filter(({ asset }) => asset !== 'USDT');
  const cost = coins.reduce((sum, line) => sum + (0n < line.quantity ? line.cost : -line.cost), 0n);
  expect(cost).toBe([...held.values()].reduce((sum, holding) => sum + holding.cost, 0n));
  const parts = lines.find(({ section }) => section === 'disposal')?.parts ?? [];
  expect(parts.map(({ seq: partSeq, isLast }) => [partSeq - (groups[0] as Group).seq, isLast])).toEqual(
    method === 'average'
      ? []
      : [
          [1, true],
          [2, false],
        ],
  );
});
