// @vitest-environment happy-dom
/** The head of an instrument: name, live price, the day's figures, and whether it is open. */
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { bare, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { marketState, tick } from '../../testing/market.ts';
import { InstrumentHead } from './instrument-head.tsx';

const DAY: MarketInfo = { ...BITCOIN, high24: '101234.5', low24: '98765.4', volume24: '1234.5' };

async function head(info: MarketInfo = DAY, more: Partial<RenderOptions> = {}) {
  const page = await show(<InstrumentHead info={info} />, {
    namespaces: ['market', 'trade', 'alerts', 'order', 'workspace'],
    account: CUSTOMER,
    ...more,
  });
  tick(info, { bid: 99_990, ask: 100_000, price: 99_995 });
  return page;
}

beforeEach(() => {
  new FakeServer();
});

test('name, live price and the day’s high and low with the places of the market', async () => {
  const { t, format } = await head();
  expect(screen.getByRole('heading', { level: 1, name: DAY.appName })).toBeDefined();
  await expect.poll(() => bare(document.body.textContent ?? '')).toContain(format.price('99995', DAY.precision));
  expect(row(t('market:column.high'))).toBe(format.price('101234.5', DAY.precision));
  expect(row(t('market:column.low'))).toBe(format.price('98765.4', DAY.precision));
  tick(DAY, { bid: 100_010, ask: 100_020, price: 100_015 });
  await expect.poll(() => bare(document.body.textContent ?? '')).toContain(format.price('100015', DAY.precision));
});

test('a day without trades has no high and no low, and makes none up', async () => {
  const { t } = await head({ ...DAY, high24: null, low24: null });
  expect(row(t('market:column.high'))).not.toMatch(/\d/);
  expect(row(t('market:column.low'))).not.toMatch(/\d/);
});

test('closed, with the time when it opens; old prices say so', async () => {
  const opensAt = '2099-11-30T08:00:00.000Z';
  const { t, format } = await head({ ...DAY, hours: { ...DAY.hours, opensAt } });
  expect(screen.queryByText(t('market:status.closed'))).toBeNull();
  marketState(DAY, { open: false });
  const opens = t('market:status.opens', { time: format.weekdayTime(opensAt) });
  await expect.poll(() => bare(document.body.textContent ?? '')).toContain(bare(opens));
  marketState(DAY, { stale: true });
  expect(await screen.findByText(t('market:status.stale'))).toBeDefined();
});

test('in Arabic the price keeps its digits, and the name its direction', async () => {
  const { t, format } = await head(DAY, { language: 'ar' });
  expect(document.documentElement.dir).toBe('rtl');
  expect(row(t('market:column.high'))).toBe(bare(format.price('101234.5', DAY.precision)));
  expect(screen.getByText(DAY.appName).tagName).toBe('BDI');
});
