// @vitest-environment happy-dom
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { show } from '@glasshouse/app/testing/show.tsx';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../../testing/bitcoin.ts';
import { MarketsPane, useMarketsPane } from './markets-pane.tsx';

const APPLE: MarketInfo = { ...BITCOIN, id: 30001, code: 'AAPL', appName: 'Apple', type: 3 };

beforeEach(() => {
  new FakeServer()
    .on('listMarkets', ({ query }) => [BITCOIN, APPLE].filter(({ type }) => type === Number(query.type)))
    .on('listCorporateActions', () => [])
    .on('listMarketDays', () => []);
});

/** The market comes after the page, as where its address has no type. */
function Pane() {
  const [info, setInfo] = useState<MarketInfo>();
  const markets = useMarketsPane(info, true);
  return (
    <>
      <button type="button" onClick={() => setInfo(BITCOIN)}>
        Bitcoin
      </button>
      <button type="button" onClick={() => setInfo(APPLE)}>
        Apple
      </button>
      <MarketsPane markets={markets} code={info?.code} className={undefined} />
    </>
  );
}

test('the list shows the tab of the market that was opened, and marks its row', async () => {
  const { user, t } = await show(<Pane />, { namespaces: ['market'], path: '/cruuency?code=BTCUSDT' });
  const selected = () => screen.getByRole('tab', { selected: true }).textContent;
  const current = () => within(screen.getByRole('grid')).queryByRole('link', { current: true })?.textContent;
  await user.click(screen.getByRole('button', { name: 'Bitcoin' }));
  expect(selected()).toBe(t('market:type.crypto'));
  await expect.poll(() => screen.queryByRole('grid') && current()).toContain('BTC');
  await user.click(screen.getByRole('button', { name: 'Apple' }));
  expect(selected()).toBe(t('market:type.stocks'));
  await expect.poll(() => screen.queryByRole('grid') && current()).toContain('AAPL');
});

test('a tab that was chosen stays until another market is opened', async () => {
  const { user, t } = await show(<Pane />, { namespaces: ['market'], path: '/cruuency?code=AAPL' });
  const selected = () => screen.getByRole('tab', { selected: true }).textContent;
  await user.click(screen.getByRole('button', { name: 'Apple' }));
  await user.click(screen.getByRole('tab', { name: t('market:type.forex') }));
  expect(selected()).toBe(t('market:type.forex'));
  await user.click(screen.getByRole('button', { name: 'Bitcoin' }));
  expect(selected()).toBe(t('market:type.crypto'));
});

test('a press on a row takes the place of the market in the address', async () => {
  const { user } = await show(<Pane />, { namespaces: ['market'], path: '/cruuency?code=AAPL' });
  await user.click(screen.getByRole('button', { name: 'Bitcoin' }));
  const before = window.history.length;
  await user.click(await screen.findByRole('link', { name: (name) => name.includes('BTC') }));
  expect(window.location.search).toContain('code=BTCUSDT');
  expect(window.history.length).toBe(before);
});
