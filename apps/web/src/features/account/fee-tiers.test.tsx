// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { FeeTiersPart } from './fee-tiers.tsx';

const TIERS: ResultOf<'listFeeTiers'> = {
  levels: [
    { level: 0, fees30d: '0', feeDiscount: '0', referralShare: '0.1' },
    { level: 1, fees30d: '25', feeDiscount: '0.05', referralShare: '0.15' },
  ],
  mine: { level: 0, fees30d: '10', toNext: '15' },
};
let server: FakeServer;

const feeTiers = (language: 'en' | 'de' | 'ar' = 'en') =>
  show(<FeeTiersPart />, { namespaces: ['funds', 'account', 'guide'], account: CUSTOMER, language });

beforeEach(() => {
  server = new FakeServer().on('listFeeTiers', () => TIERS);
});

test('the own tier is marked, and the way to the next is ten of 25 USDT', async () => {
  const { t, format } = await feeTiers('de');
  const table = within(await screen.findByRole('table', { name: t('funds:levels.table') }));
  const bar = await screen.findByRole('progressbar', { name: t('funds:levels.progress', { level: 1 }) });
  expect(bar.getAttribute('aria-valuenow') ?? bar.getAttribute('value')).toBe('40');
  const [, own, next] = table.getAllByRole('row');
  expect(own?.textContent).toContain(t('funds:levels.yours'));
  expect(next?.textContent).not.toContain(t('funds:levels.yours'));
  expect(bare(next?.textContent ?? '')).toContain(bare(format.percent('0.05')));
});

test('whoever has the last tier has no way to another', async () => {
  server.on('listFeeTiers', () => ({ ...TIERS, mine: { level: 1, fees30d: '30', toNext: null } }));
  const { t } = await feeTiers('ar');
  expect(await screen.findByText(t('funds:levels.mine', { level: 1 }))).toBeDefined();
  expect(screen.queryByRole('progressbar', { name: t('funds:levels.progress', { level: 2 }) })).toBeNull();
});

test('a fault is said, and fetched again', async () => {
  server.on('listFeeTiers', () => new Refusal(11000, 'A fault.', {}, 500));
  const { user, t } = await feeTiers();
  await screen.findByText('A fault.');
  server.on('listFeeTiers', () => TIERS);
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByRole('table', { name: t('funds:levels.table') })).toBeDefined();
});
