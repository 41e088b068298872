// @vitest-environment happy-dom
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BITCOIN } from '../../../../testing/bitcoin.ts';
import { orderBook, tick } from '../../../../testing/market.ts';
import { RESTING } from '../../../../testing/spot-orders.ts';
import { useWorkspace, type Workspace } from '../use-workspace.ts';
import { OrderBook } from './order-book.tsx';

const BOOK: Parameters<typeof orderBook>[1] = {
  bids: [
    ['95908.41', '0.5'],
    ['95900.00', '1'],
  ],
  asks: [
    ['95910.34', '0.4'],
    ['95950.00', '0.6'],
  ],
};
const SPOT = BITCOIN.spot!;
let seen: Workspace | undefined;

beforeEach(() => {
  localStorage.clear();
  // There is room for all lines.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1_000);
  new FakeServer().on('listSpotOrders', () => ({ items: [{ ...RESTING, price: '95900' }], next: null }));
});

afterEach(() => vi.restoreAllMocks());

function Book() {
  const workspace = useWorkspace(BITCOIN);
  useEffect(() => {
    seen = workspace;
  });
  return <OrderBook workspace={workspace} spot={SPOT} />;
}

async function book(more: Partial<RenderOptions> = {}, levels = BOOK) {
  const page = await show(<Book />, { namespaces: ['workspace', 'market', 'trade'], account: CUSTOMER, ...more });
  tick(BITCOIN, { bid: 95_908.41, ask: 95_910.34, price: 95_909.37 });
  orderBook(BITCOIN, levels);
  const group = screen.getByRole('group', { name: page.t('workspace:book.levels') });
  const lines = () => within(group).queryAllByRole('button');
  return {
    ...page,
    group,
    lines,
    line: (price: string) =>
      lines().find(({ textContent }) =>
        textContent.startsWith(page.format.price(price, price.split('.')[1]?.length ?? 0)),
      )!,
  };
}

test('each line has its price, its quantity and the sum from the best price on', async () => {
  const { t, format, group, lines, line } = await book();
  expect(lines()).toHaveLength(4);
  expect(bare(line('95950.00').textContent)).toBe(`${format.price('95950', 2)}0.600001.0000`);
  await expect.poll(() => line('95900.00').textContent).toContain(t('workspace:book.own'));
  expect(line('95908.41').textContent).not.toContain(t('workspace:book.own'));
  expect(bare(line('95900.00').textContent)).toContain('1.00001.5000');
  // 95,910.34 − 95,908.41.
  expect(group.textContent).toContain(t('market:source.spread'));
  expect(bare(group.textContent)).toContain('1.93·0.002%');
});

test('a press takes the price; on the total, or with Shift, the quantity up to it as well', async () => {
  const { user, line } = await book();
  await user.click(line('95950.00'));
  expect(seen?.picked).toMatchObject({ price: '95950.00', quantity: undefined });
  await user.keyboard('{Shift>}');
  await user.click(line('95950.00'));
  await user.keyboard('{/Shift}');
  expect(seen?.picked).toMatchObject({ price: '95950.00', quantity: '1' });
  await user.click(line('95908.41'));
  await user.click(within(line('95900.00')).getByText('1.5000'));
  expect(seen?.picked).toMatchObject({ price: '95900.00', quantity: '1.5' });
});

test('prices are grouped by the step that is chosen, which is kept', async () => {
  const { user, t, format, lines, unmount } = await book();
  await user.click(screen.getByRole('combobox', { name: t('workspace:book.grouping') }));
  await user.click(screen.getByRole('option', { name: format.number('100') }));
  // Asks are rounded up and bids down.
  expect(
    lines()
      .map(({ textContent }) => bare(textContent).slice(0, 6))
      .sort(),
  ).toEqual(['95,900', '96,000']);
  unmount();
  const again = await book();
  expect(again.lines()).toHaveLength(2);
});

test('the book is one tab stop, from which the arrow keys lead', async () => {
  const { user, group, line } = await book();
  const stops = () => [...group.querySelectorAll('[tabindex="0"]')];
  expect(stops()).toEqual([line('95910.34')]);
  line('95910.34').focus();
  // Worse asks stand above, and bids below.
  for (const [key, price] of [
    ['{ArrowUp}', '95950.00'],
    ['{ArrowUp}', '95950.00'],
    ['{ArrowDown}', '95910.34'],
    ['{ArrowDown}', '95908.41'],
    ['{ArrowDown}', '95900.00'],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(line(price));
    expect(stops()).toEqual([line(price)]);
  }
  await user.keyboard('{Enter}');
  expect(seen?.picked?.price).toBe('95900.00');
});

test('a book without orders says so', async () => {
  const { t, lines } = await book({}, { bids: [], asks: [] });
  expect(screen.getByText(t('workspace:book.empty'))).toBeDefined();
  expect(lines()).toEqual([]);
});

test.each(['de', 'ar'] as const)('prices are written as the language writes them: %s', async (language) => {
  const { format, lines, line } = await book({ language });
  expect(line('95910.34').textContent).toContain(format.price('95910.34', 2));
  if (language === 'de') expect(lines()[0]?.textContent).toContain('95.9');
  expect(line('95910.34').querySelector('bdi')?.dir).toBe('ltr');
});
