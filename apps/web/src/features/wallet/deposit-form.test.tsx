// @vitest-environment happy-dom
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, plain, show } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serverNow } from '../../live/clock.ts';
import { depositMethodsOf } from '../../testing/funds.ts';
import { DepositForm } from './deposit-form.tsx';
import type { DepositMethods } from './use-funding.ts';

const NAMESPACES = ['wallet', 'kyc', 'account', 'funds', 'errors'] as const;
const DAY_MS = 86_400_000;
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

async function form(methods: Partial<DepositMethods>, language: Language = 'en') {
  server.on('listDepositMethods', () => ({ ...depositMethodsOf('USDT', 'BTC'), ...methods }));
  return show(<DepositForm symbol="USDT" onSymbol={() => undefined} onDeposit={() => undefined} />, {
    namespaces: NAMESPACES,
    account: CUSTOMER,
    book: 'real',
    language,
  });
}

const inDays = (days: number): string => new Date(serverNow() + days * DAY_MS).toISOString();

test.each<Language>(['en', 'de', 'ar'])(
  'a closed market: why there is no bank transfer, and from when on: %s',
  async (language) => {
    const opensAt = inDays(2);
    const { t, format } = await form({ bankWaits: { currency: 'EUR', opensAt } }, language);
    const why = t('wallet:deposit.noPriceOpens', { currency: 'EUR', time: format.weekdayTime(opensAt) });
    expect(await screen.findByText(plain(`${why} ${t('wallet:deposit.cryptoNow')}`))).toBeDefined();
    expect(screen.getByRole('group', { name: t('wallet:network') })).toBeDefined();
  },
);

test.each([
  ['is not known', null],
  ['has passed', inDays(-1)],
])('where the opening %s, the first price is awaited', async (_what, opensAt) => {
  const { t } = await form({ bankWaits: { currency: 'EUR', opensAt } });
  const why = `${t('wallet:deposit.noPrice', { currency: 'EUR' })} ${t('wallet:deposit.cryptoNow')}`;
  expect(await screen.findByText(plain(why))).toBeDefined();
});

test('where the bank is the only way, nothing else is promised', async () => {
  const { t } = await form({ methods: [], bankWaits: { currency: 'EUR', opensAt: null } });
  expect(await screen.findByText(plain(t('wallet:deposit.noPrice', { currency: 'EUR' })))).toBeDefined();
  expect(screen.queryByText(t('wallet:deposit.none'))).toBeNull();
});

test('an operator who offers no way at all is named as the reason', async () => {
  const { t } = await form({ methods: [] });
  expect(await screen.findByText(t('wallet:deposit.none'))).toBeDefined();
});

test('where nobody waits for a price, nothing is said of it', async () => {
  const { t } = await form({});
  await screen.findByRole('group', { name: t('wallet:network') });
  expect(screen.queryByText(new RegExp(t('wallet:deposit.cryptoNow')))).toBeNull();
});
