// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, row } from '@glasshouse/app/testing/reading';
import { plain, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SiteFigures } from './site-figures.tsx';

const FIGURES: ResultOf<'getSiteFigures'> = {
  at: '2026-11-30T05:50:00.000Z',
  fee: { rate: '0.001', product: 'spot', code: 'BTCUSDT', market: 'BTC/USDT' },
  cryptocurrencies: 1351,
  volumeFrom: '2026-11-29T05:50:00.000Z',
  volume: [
    { product: 'options', real: '0.1', demo: '7' },
    { product: 'spot', real: '1200.25', demo: '0' },
  ],
  users: { registered: 12, guests: 3 },
};
let server: FakeServer;

async function figures(language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<SiteFigures />, { namespaces: ['site', 'home'], language });
  const { t, user } = page;
  const why = async (figure: 'fee' | 'coins' | 'volume' | 'users') => {
    const name = t('site:figures.why', { figure: t(`site:figures.${figure}`) });
    await user.click(await screen.findByRole('button', { name }));
    return screen.findByRole('dialog', { name });
  };
  return { ...page, why };
}

beforeEach(() => {
  server = new FakeServer().on('getSiteFigures', () => FIGURES);
});

test.each([
  ['fee', 'feeHow', '/cruuency?code=BTCUSDT&product=spot'],
  ['coins', 'coinsHow', '/market'],
  ['volume', 'volumeHow', '/house'],
  ['users', 'usersHow', '/pass/register'],
] as const)('%s says how it was computed, and opens into it', async (figure, how, href) => {
  const { t, why } = await figures();
  const note = await why(figure);
  expect(note.textContent).toContain(t(`site:figures.${how}`));
  expect(note.querySelector('a')?.getAttribute('href')).toBe(href);
});

test('the volume is the sum of its products, exactly', async () => {
  const { t, format, why } = await figures('de');
  const note = await why('volume');
  // 0.1 + 1200.25
  expect(row(t('common:book.real'), note)).toBe(bare(format.money('1200.35', 'USDT')));
  expect(row(t('common:book.demo'), note)).toBe(bare(format.money('7', 'USDT')));
  expect(row(t('home:cards.spot'), note)).toBe(bare(format.money('1200.25', 'USDT')));
});

test('in Arabic figures are in its digits or ours, as the language has them', async () => {
  const { format } = await figures('ar');
  expect(await screen.findByText(plain(format.number(1351)))).toBeDefined();
});

test('an installation without fees says so; a fault is said in place of the figures', async () => {
  server.on('getSiteFigures', () => ({ ...FIGURES, fee: null }));
  const { t, unmount } = await figures();
  expect(await screen.findByText(t('common:word.none'))).toBeDefined();
  unmount();
  server.on('getSiteFigures', () => new Refusal(11000, 'A fault.', {}, 500));
  await figures();
  expect(await screen.findByText('A fault.')).toBeDefined();
});
