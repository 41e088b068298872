/** Postings by order: nothing is lost, and moves between one's own accounts are no gain. */
import { expect, test } from 'vitest';
import { groupsOf, type Line } from './line-groups.ts';

let count = 0;
const line = (ref: string | null, amount: string, reason = 'options.stake', asset = 'USDT'): Line => {
  count += 1;
  return {
    id: `l${count}`,
    seq: 100 - count,
    at: '2026-01-01T00:00:00.000Z',
    asset,
    amount,
    reason,
    ref,
    account: 'available',
    counterparty: 'held',
    balanceAfter: '0',
  } as Line;
};

test('postings of an order that follow each other are one group, whose moves cancel out', () => {
  const lines = [line('7', '80', 'options.win'), line('7', '100'), line('7', '-100'), line('8', '-5', 'spot.fee')];
  const groups = groupsOf(lines, false);
  expect(groups.map(({ ref, product, lines: own }) => [ref, product, own.length])).toEqual([
    ['7', 'options', 3],
    ['8', 'spot', 1],
  ]);
  expect(groups[0]?.changes).toEqual([{ asset: 'USDT', amount: '80' }]);
});

test('what belongs to no order stands alone, and two products may share a number', () => {
  const groups = groupsOf(
    [line(null, '1', 'demo.grant'), line(null, '1', 'demo.grant'), line('7', '1'), line('7', '1', 'spot.buy')],
    false,
  );
  expect(groups).toHaveLength(4);
});

test('each asset has a sum of its own', () => {
  const [group] = groupsOf([line('9', '0.5', 'convert.receive', 'ETH'), line('9', '-500', 'convert.give')], false);
  expect(group?.changes).toEqual([
    { asset: 'ETH', amount: '0.5' },
    { asset: 'USDT', amount: '-500' },
  ]);
});

test('the last group waits for the page that may go on with it', () => {
  const lines = [line('7', '1'), line('8', '1')];
  expect(groupsOf(lines, true).map(({ ref }) => ref)).toEqual(['7']);
  expect(groupsOf(lines.slice(0, 1), true).map(({ ref }) => ref)).toEqual(['7']);
});
