// @vitest-environment happy-dom
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { MarketRow } from '@glasshouse/client/live/market-snapshot';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { MarketList } from './market-list.tsx';
import { useExplorer } from './use-explorer.ts';

/** A pair, its price, and its change over 24 hours in percent. */
const marketOf = (id: number, base: string, more: Partial<MarketRow>): MarketRow => ({
  ...BITCOIN,
  id,
  code: `${base}USDT`,
  appName: `${base}/USDT`,
  ...more,
});
const COINS = [
  marketOf(1, 'BTC', { price: 95_000, zdf: 0.2 }),
  marketOf(2, 'ETH', { price: 3_400, zdf: -1.5 }),
  marketOf(3, 'ADA', { price: 0.9, zdf: 4 }),
];
const APPLE = marketOf(9, 'AAPL', { code: 'AAPL', appName: 'Apple', type: 3, price: 230, zdf: 0.1 });

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer()
    .on('listMarkets', ({ query }) => {
      const type = query.type === undefined ? undefined : Number(query.type);
      return [...COINS, APPLE].filter((row) => type === undefined || row.type === type);
    })
    .on('listCorporateActions', () => [])
    .on('listMarketDays', () => []);
});

function List({ onPick }: { onPick?: ((row: MarketRow) => void) | undefined }) {
  return <MarketList explorer={useExplorer('market')} kind="page" onPick={onPick} />;
}

async function list(more: Partial<RenderOptions> & { onPick?: (row: MarketRow) => void } = {}) {
  const { onPick, ...shown } = more;
  const page = await show(<List onPick={onPick} />, { namespaces: ['market'], ...shown });
  const { t, user } = page;
  const tab = (name: string) => screen.getByRole('tab', { name });
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: t('market:list.search') });
  // The last view is restored, as when somebody comes back to the page.
  await user.click(tab(t('market:type.crypto')));
  const grid = await screen.findByRole('grid', { name: t('market:title') });
  const stops = () => [...grid.querySelectorAll('[tabindex="0"]')];
  return {
    ...page,
    tab,
    search,
    grid,
    codes: () =>
      within(screen.getByRole('grid'))
        .getAllByRole('link')
        .map((link) => /code=(\w+)/.exec(link.getAttribute('href') ?? '')?.[1]),
    star: (name: string) => screen.getByRole('button', { name: t('market:list.favourite', { name }) }),
    /** The only cell that Tab reaches. */
    stop: () => {
      expect(stops()).toHaveLength(1);
      return stops()[0] as HTMLElement;
    },
  };
}

test('the tabs show the markets of their type', async () => {
  const { user, t, tab, codes } = await list();
  expect(codes()).toEqual(['BTCUSDT', 'ETHUSDT', 'ADAUSDT']);
  expect(tab(t('market:type.crypto')).getAttribute('aria-selected')).toBe('true');
  await user.click(tab(t('market:type.stocks')));
  await expect.poll(codes).toEqual(['AAPL']);
});

test('a search covers all types, and a tab ends it', async () => {
  const { user, t, tab, search, codes } = await list();
  await user.type(search, 'app');
  await expect.poll(codes).toEqual(['AAPL']);
  await user.clear(search);
  await user.type(search, 'nothing at all');
  expect(await screen.findByText(t('market:list.empty'))).toBeDefined();
  await user.click(tab(t('market:type.crypto')));
  await expect.poll(codes).toHaveLength(3);
  expect(search.value).toBe('');
});

test('headers sort: by name, by price and by change, and once more restores the order', async () => {
  const { user, t, codes } = await list();
  const sort = (name: string) => user.click(screen.getByRole('button', { name }));
  await sort(t('market:list.change'));
  expect(codes()).toEqual(['ADAUSDT', 'BTCUSDT', 'ETHUSDT']);
  expect(screen.getByRole('button', { name: t('market:list.change'), pressed: true })).toBeDefined();
  await sort(t('market:list.change'));
  expect(codes()).toEqual(['ETHUSDT', 'BTCUSDT', 'ADAUSDT']);
  await sort(t('market:list.change'));
  expect(codes()).toEqual(['BTCUSDT', 'ETHUSDT', 'ADAUSDT']);
});

test('in the search arrow keys choose a market, Enter opens it, and Escape leaves the field', async () => {
  const picked: string[] = [];
  const { user, search, grid } = await list({ onPick: ({ code }) => picked.push(code) });
  const chosen = () => document.getElementById(search.getAttribute('aria-activedescendant') ?? '');
  search.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(within(chosen()!).getByRole('link').getAttribute('href')).toContain('ETHUSDT');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(within(chosen()!).getByRole('link').getAttribute('href')).toContain('BTCUSDT');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(picked).toEqual(['ETHUSDT']);
  await user.keyboard('{Escape}');
  expect(document.activeElement).not.toBe(search);
  expect(search.getAttribute('aria-activedescendant')).toBeNull();
  expect(grid.getAttribute('aria-rowcount')).toBe('3');
});

test('without a choice, Enter opens the first market that was found', async () => {
  const { user, search, codes } = await list();
  await user.type(search, 'eth');
  await expect.poll(codes).toEqual(['ETHUSDT']);
  await user.keyboard('{Enter}');
  expect(window.location.search).toContain('code=ETHUSDT');
  await user.clear(search);
});

test('the list is one tab stop, with arrow keys within', async () => {
  const { user, stop } = await list();
  stop().focus();
  expect(stop().getAttribute('href')).toContain('BTCUSDT');
  for (const [key, tag, row] of [
    ['{ArrowDown}', 'A', '2'],
    ['{End}', 'A', '3'],
    ['{ArrowUp}', 'A', '2'],
    ['{ArrowLeft}', 'BUTTON', '2'],
    ['{Home}', 'BUTTON', '1'],
    ['{ArrowRight}', 'A', '1'],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(stop());
    expect([stop().tagName, stop().closest('[role=row]')?.getAttribute('aria-rowindex')], key).toEqual([tag, row]);
  }
});

test('a star marks a market; without the last one the focus goes to the tab of the favourites', async () => {
  const { user, t, tab, star, codes } = await list();
  star('ETH/USDT').focus();
  await user.keyboard(' ');
  expect(star('ETH/USDT').getAttribute('aria-pressed')).toBe('true');
  const favourites = tab(t('market:type.favourites'));
  await user.click(favourites);
  await expect.poll(codes).toEqual(['ETHUSDT']);
  star('ETH/USDT').focus();
  await user.keyboard(' ');
  expect(await screen.findByText(t('market:list.noFavourites'))).toBeDefined();
  await expect.poll(() => document.activeElement === favourites).toBe(true);
});

test('a market that is closed or silent says so in its row', async () => {
  server.on('listMarkets', () => [marketOf(1, 'XRP', { open: false }), marketOf(2, 'SOL', { stale: true })]);
  const { t } = await list();
  expect(await screen.findByText(t('market:status.closed'))).toBeDefined();
  expect(screen.getByText(t('market:status.stale'))).toBeDefined();
});

test('a list that could not be loaded is asked for again', async () => {
  server.on('listMarkets', () => new Refusal(500, 'Try again soon.', {}, 500));
  const { user, t } = await show(<List />, { namespaces: ['market'] });
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  server.on('listMarkets', () => COINS);
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  await expect.poll(() => screen.queryAllByRole('row').length).toBe(3);
});

test.each(['de', 'ar'] as const)('prices are written as the language writes them: %s', async (language) => {
  const { format, grid } = await list({ language });
  const first = within(grid).getAllByRole('row')[0];
  expect(first?.textContent).toContain(format.price('95000', 2));
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
});
