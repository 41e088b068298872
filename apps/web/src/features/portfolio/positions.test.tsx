// @vitest-environment happy-dom
/** Open positions, waiting orders and the exposure of each market, as the portfolio lists them. */
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { bare, cell, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { ContractOrder, OptionsOrder, SpotOrder } from '@glasshouse/trade/orders';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { LayoutContext } from '../../parts/page/layout.ts';
import { balancesOf } from '../../testing/balances.ts';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { POSITION, WAITING } from '../../testing/contract-orders.ts';
import { tick } from '../../testing/market.ts';
import { PLACED_OPTION } from '../../testing/options-orders.ts';
import { RESTING } from '../../testing/spot-orders.ts';
import { ExposureTable } from './exposure-table.tsx';
import type { LiveQueries } from './live-queries.ts';
import { Orders } from './orders.tsx';
import { Positions } from './positions.tsx';

const RUNNING: OptionsOrder = {
  ...PLACED_OPTION,
  state: 'open',
  entry: {
    seq: 37,
    price: '95959.79',
    bid: '95959.10',
    ask: '95960.49',
    at: new Date(Date.now() - 1_000).toISOString(),
  },
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
};
let server: FakeServer;
let refetched: number;

interface Live {
  readonly contracts?: readonly ContractOrder[];
  readonly options?: readonly OptionsOrder[];
  readonly spot?: readonly SpotOrder[];
}

/** The queries of the page, answered with these orders. */
const queriesOf = ({ contracts = [], options = [], spot = [] }: Live): LiveQueries => {
  const answered = <Order,>(data: readonly Order[]) => ({ data, error: null, refetch: () => undefined as never });
  return { contracts: answered(contracts), options: answered(options), spot: answered(spot) };
};

/** One of them failed, or has not been answered. */
const without = (queries: LiveQueries, name: keyof LiveQueries, error: Error | null): LiveQueries => ({
  ...queries,
  [name]: { data: undefined, error, refetch: () => (refetched += 1) },
});

beforeEach(() => {
  refetched = 0;
  server = new FakeServer()
    .on('listBalances', () => balancesOf('9500.5', { BTC: '0.05' }))
    .on('listPositions', () => ({ items: [], next: null }))
    .on('listOptionOrders', () => ({ items: [], next: null }));
});

async function shown(element: Parameters<typeof show>[0], more: Partial<RenderOptions> = {}) {
  const namespaces = [
    ...(['portfolio', 'contracts', 'order', 'trade'] as const),
    ...(['workspace', 'account', 'funds', 'market', 'errors'] as const),
  ];
  const view = await show(element, { namespaces, account: CUSTOMER, path: '/portfolio', ...more });
  tick(BITCOIN, { bid: 99_990, ask: 100_000, price: 99_995 });
  return view;
}

test('a position: its side, size and prices, and what closing it now would come to, in one line', async () => {
  const stops = { ...POSITION, stopLoss: '99000', takeProfit: null };
  const { t } = await shown(<Positions {...queriesOf({ contracts: [stops] })} />);
  const table = screen.getByRole('table', { name: t('contracts:positions') });
  const market = within(within(table).getByRole('rowheader')).getByRole('link', { name: 'BTC/USDT' });
  expect(market.getAttribute('href')).toContain('code=BTCUSDT');
  expect(cell(table, 1, t('portfolio:open.side'))).toContain('20×');
  expect(within(table).getByRole('link', { name: /20×/ }).getAttribute('href')).toBe('/order/contracts/2045');
  expect(cell(table, 1, t('portfolio:open.entryNow'))).toBe('100,000.00→99,995.00');
  // A loss of 1 at the bid, 5 paid for opening and 4.9995 to be paid for closing.
  expect(cell(table, 1, t('order:ifClosedNow'))).toBe('−11.00');
  expect(cell(table, 1, t('contracts:liquidation'))).toContain('95,547.77');
  expect(cell(table, 1, t('contracts:stopTarget'))).toBe('99,000.00·–');
  const stop = within(table).getByRole('link', { name: t('contracts:editStops', { name: 'BTC/USDT' }) });
  expect(stop.getAttribute('href')).toContain('product=contracts');
});

test('the result follows the price', async () => {
  const { t } = await shown(<Positions {...queriesOf({ contracts: [POSITION] })} />);
  const table = screen.getByRole('table', { name: t('contracts:positions') });
  tick(BITCOIN, { bid: 101_000, ask: 101_010, price: 101_005 });
  // A gain of 100 less 5 and 5.05.
  expect(cell(table, 1, t('order:ifClosedNow'))).toMatch(/89\.95/);
});

test('one position is closed by a question about it alone, all by one about all', async () => {
  const short: ContractOrder = { ...POSITION, id: 2050, side: 'sell' };
  const { user, t } = await shown(<Positions {...queriesOf({ contracts: [POSITION, short] })} />);
  screen.getAllByRole('button', { name: t('contracts:close') })[0]!.focus();
  await user.keyboard('{Enter}');
  const single = await screen.findByRole('dialog');
  expect(within(single).getByRole('button', { name: t('portfolio:close.button', { count: 1 }) })).toBeDefined();
  pressEscape(single);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: t('portfolio:close.all') }));
  const all = await screen.findByRole('dialog');
  expect(within(all).getByRole('button', { name: t('portfolio:close.button', { count: 2 }) })).toBeDefined();
  expect(server.sent('closePosition')).toEqual([]);
});

test('a position that closes already is neither closed again nor reversed', async () => {
  const closing: ContractOrder = { ...POSITION, closingLots: '10' };
  const { t } = await shown(<Positions {...queriesOf({ contracts: [closing] })} />);
  expect(screen.getByText(t('order:state.closing'))).toBeDefined();
  for (const name of [t('contracts:close'), t('contracts:reverse'), t('portfolio:close.all')])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('an option that runs has its price and its time left; one that waits has neither', async () => {
  const waiting = { ...PLACED_OPTION, id: 2700 };
  const { t } = await shown(<Positions {...queriesOf({ options: [RUNNING, waiting] })} />);
  const table = screen.getByRole('table', { name: t('contracts:positions') });
  const entry = t('portfolio:open.entryNow');
  expect(cell(table, 1, entry)).toContain('95,959.79');
  expect(cell(table, 1, t('contracts:liquidation'))).toBe('–');
  expect(within(table).getAllByRole('timer', { name: t('trade:orders.timeLeft') })).toHaveLength(1);
  expect(cell(table, 2, entry)).toContain(bare(t('trade:state.waiting')));
  expect(cell(table, 2, t('contracts:stopTarget'))).toBe('–');
  expect(screen.getAllByText(t('portfolio:open.runs'))).toHaveLength(2);
  expect(screen.queryByRole('button', { name: t('portfolio:close.all') })).toBeNull();
});

test('positions and options stand in one table, and add up to its head', async () => {
  const { t } = await shown(<Positions {...queriesOf({ contracts: [POSITION], options: [RUNNING] })} />);
  const table = screen.getByRole('table', { name: t('contracts:positions') });
  expect(rowCount(table)).toBe(2);
  const [position, option] = [1, 2].map((place) =>
    Number(cell(table, place, t('order:ifClosedNow')).replace('−', '-')),
  );
  const head = bare(screen.getByText(t('portfolio:result.allOpen')).textContent);
  const all = Number(/[+−][\d,.]+/.exec(head)?.[0].replace('−', '-'));
  expect(all).toBeCloseTo((position ?? 0) + (option ?? 0), 2);
});

test('on a phone each is one row, and what can be done with it is in a menu', async () => {
  const phone = (
    <LayoutContext value="mobile">
      <Positions {...queriesOf({ contracts: [POSITION], options: [RUNNING] })} />
    </LayoutContext>
  );
  const { user, t } = await shown(phone);
  const [position, option] = within(screen.getByRole('list', { name: t('portfolio:counts') })).getAllByRole('listitem');
  expect(bare(position!.textContent)).toContain('−11.00');
  expect(within(position!).getByRole('link').getAttribute('href')).toBe('/order/contracts/2045');
  expect(within(option!).queryByRole('button', { name: t('portfolio:open.more', { name: 'BTC/USDT' }) })).toBeNull();
  await user.click(within(position!).getByRole('button', { name: t('portfolio:open.more', { name: 'BTC/USDT' }) }));
  await user.click(screen.getByRole('menuitem', { name: t('contracts:close') }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: t('portfolio:close.button', { count: 1 }) })).toBeDefined();
});

test('without positions the way leads to the markets; a failure can be tried again', async () => {
  const first = await shown(<Positions {...queriesOf({})} />);
  expect(screen.getByText(first.t('portfolio:empty.positions'))).toBeDefined();
  expect(screen.getByRole('link', { name: first.t('portfolio:empty.toMarkets') }).getAttribute('href')).toBe('/market');
  first.unmount();
  const { user, t } = await shown(<Positions {...without(queriesOf({}), 'options', new Error('down'))} />);
  expect(screen.queryByText(t('portfolio:empty.positions'))).toBeNull();
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(refetched).toBe(1);
});

test('waiting orders of contracts and spot: their limit, and what each holds', async () => {
  const { t, format } = await shown(<Orders {...queriesOf({ contracts: [POSITION, WAITING], spot: [RESTING] })} />);
  const table = screen.getByRole('table', { name: t('portfolio:section.orders') });
  // The open position is none of them.
  expect(rowCount(table)).toBe(2);
  expect(cell(table, 1, t('funds:profit.product'))).toBe(bare(t('funds:product.contracts')));
  expect(cell(table, 2, t('funds:profit.product'))).toBe(bare(t('funds:product.spot')));
  const limit = `${t('contracts:limitPrice')} / ${t('contracts:mark')}`;
  expect(cell(table, 2, limit)).toContain('90,000.00');
  expect(cell(table, 2, t('order:held'))).toContain('45,036.00USDT');
  expect(cell(table, 2, t('trade:orders.placed'))).toBe(bare(format.dateTime(RESTING.placedAt)));
  expect(cell(table, 2, t('portfolio:open.side'))).toContain('0.5');
});

test('an order that the next price fills cannot be cancelled while its market is open', async () => {
  const next: ContractOrder = { ...WAITING, id: 2047, type: 'market', limitPrice: null };
  const { user, t } = await shown(<Orders {...queriesOf({ contracts: [next, WAITING] })} />);
  expect(screen.getByText(t('order:waitsNext'))).toBeDefined();
  expect(screen.getAllByRole('button', { name: t('contracts:cancelOrder') })).toHaveLength(1);
  // Nor is it one of all.
  await user.click(screen.getByRole('button', { name: t('portfolio:cancel.all') }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('button', { name: t('portfolio:cancel.button', { count: 1 }) })).toBeDefined();
});

test('nothing waits: there is no such part; a failure can be tried again', async () => {
  const first = await shown(<Orders {...queriesOf({})} />);
  expect(first.container.textContent).toBe('');
  first.unmount();
  const { t } = await shown(<Orders {...without(queriesOf({}), 'spot', new Error('down'))} />);
  fireEvent.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(refetched).toBe(1);
});

test('exposure: contracts at full size and owned coins, long and short, and their share', async () => {
  const short: ContractOrder = { ...POSITION, id: 2050, side: 'sell', openLots: '4' };
  const queries = queriesOf({ contracts: [POSITION, short, WAITING], options: [RUNNING] });
  server.on('listBalances', () => ({ ...balancesOf('20000', { BTC: '0.05' }), netUsdt: '20000' }));
  const { t } = await shown(<ExposureTable {...queries} />);
  const table = screen.getByRole('table', { name: t('portfolio:section.exposure') });
  expect(rowCount(table)).toBe(1);
  // A tenth of 99,995 and a twentieth.
  await expect.poll(() => cell(table, 1, t('portfolio:exposure.long'))).toBe('14,999.25');
  expect(cell(table, 1, t('portfolio:exposure.short'))).toBe('3,999.80');
  expect(cell(table, 1, t('portfolio:exposure.net'))).toBe('+10,999.45');
  expect(cell(table, 1, t('portfolio:exposure.stakes'))).toBe('100.00');
  // Of 20,000, cut.
  await expect.poll(() => cell(table, 1, t('portfolio:exposure.share'))).toBe('54.9%');
  tick(BITCOIN, { bid: 49_990, ask: 50_010, price: 50_000 });
  expect(cell(table, 1, t('portfolio:exposure.net'))).toBe('+5,500.00');
});

test('who has nothing at stake has no exposure', async () => {
  server.on('listBalances', () => balancesOf('20000'));
  const { container } = await shown(<ExposureTable {...queriesOf({ contracts: [WAITING] })} />);
  await expect.poll(() => server.sent('listBalances').length).toBe(1);
  expect(container.textContent).toBe('');
});

test('in Arabic a leverage and a price keep their order', async () => {
  const { t } = await shown(<Positions {...queriesOf({ contracts: [POSITION] })} />, { language: 'ar' });
  const table = screen.getByRole('table', { name: plain(t('contracts:positions')) });
  expect(within(table).getByText('20×').dir).toBe('ltr');
  expect(bare(table.textContent!)).toContain('100,000.00');
});
