// @vitest-environment happy-dom
/** The biggest moves, on the home page of the account. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { Movers } from './movers.tsx';

const ROW = { ...BITCOIN, code: 'SOLUSDT', appName: 'SOL/USDT', zdf: 4.2 };

async function movers(rows: ResultOf<'listMovers'>) {
  const server = new FakeServer().on('listMovers', () => rows);
  const shown = await show(<Movers />, { namespaces: ['home', 'market'], account: CUSTOMER, path: '/' });
  await expect.poll(() => server.sent('listMovers').length).toBe(1);
  return { ...shown, name: shown.t('home:movers') };
}

test('each market leads to its page and shows its change', async () => {
  const { name } = await movers([ROW]);
  const section = screen.getByRole('region', { name });
  const link = await within(section).findByRole('link', { name: /SOL\/USDT/ });
  expect(link.getAttribute('href')).toContain('code=SOLUSDT');
  await expect.poll(() => bare(link.textContent!)).toContain('4.20%');
});

test('without any moves there is no heading either', async () => {
  const { name } = await movers([]);
  await expect.poll(() => screen.queryByRole('region', { name })).toBeNull();
});
