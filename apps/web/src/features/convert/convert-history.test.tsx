// @vitest-environment happy-dom
/** Past conversions: what was given and received, at which price, and the ledger lines of one. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ConvertHistory } from './convert-history.tsx';
import { LinesDialog } from './lines-dialog.tsx';

const MADE: ResultOf<'convert'> = {
  id: 2651,
  from: 'USDT',
  to: 'BTC',
  amount: '1000',
  received: '0.0099875',
  state: 'filled',
  reference: '0.00001000050002',
  price: '0.0000099875',
  spreadRate: '0.00129994',
  ticks: [
    {
      code: 'BTCUSDT',
      tick: { seq: 41, price: '99995', bid: '99990', ask: '100000', at: '2026-11-29T08:29:59.000Z' },
    },
  ],
  at: '2026-11-29T08:30:00.000Z',
};
let server: FakeServer;

function Page() {
  const [shown, setShown] = useState<number>();
  return (
    <>
      <ConvertHistory onLines={setShown} />
      {shown !== undefined && <LinesDialog id={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

async function history(more: Partial<RenderOptions> = {}) {
  const page = await show(<Page />, {
    namespaces: ['convert', 'trade', 'account', 'funds', 'order'],
    account: CUSTOMER,
    ...more,
  });
  const { t } = page;
  const rows = async (count: number) => {
    await expect.poll(() => screen.queryAllByRole('rowheader').length).toBe(count);
    return within(screen.getByRole('table', { name: t('convert:history') }))
      .getAllByRole('row')
      .slice(1);
  };
  return { ...page, rows };
}

beforeEach(() => {
  server = new FakeServer().on('listConversions', () => ({
    items: [MADE, { ...MADE, id: 2650, state: 'waiting' as const }, { ...MADE, id: 2649, state: 'cancelled' as const }],
    next: null,
  }));
});

test('given, received, the price as people read it, and the spread rounded up', async () => {
  const { t, format, rows } = await history();
  const [made, waiting, cancelled] = await rows(3);
  const text = bare(made!.textContent);
  expect(text).toContain(bare('USDT → BTC'));
  expect(text).toContain(bare(format.money('1000', 'USDT')));
  expect(text).toContain('0.0099875BTC');
  // 1,000 for 0.0099875: 100,125.156 USDT for one bitcoin.
  expect(text).toMatch(/100,125\.1\d*USDT/);
  expect(text).toContain('0.13%');
  expect(
    within(made!)
      .getByRole('link', { name: t('trade:receipt.title') })
      .getAttribute('href'),
  ).toBe('/order/convert/2651');
  expect(within(waiting!).getByText(t('convert:waits'))).toBeDefined();
  expect(within(cancelled!).getByText(t('convert:cancelled'))).toBeDefined();
  expect(screen.getAllByRole('link', { name: t('trade:receipt.title') })).toHaveLength(1);
});

test('the lines of one conversion open in a dialog; Escape closes it', async () => {
  server.on('listStatement', () => new Refusal(10000, 'Something went wrong.'));
  const { user, t, rows } = await history();
  const [made] = await rows(3);
  await user.click(within(made!).getByRole('button', { name: t('convert:lines') }));
  const dialog = await screen.findByRole('dialog', { name: t('convert:linesTitle', { id: 2651 }) });
  expect(await within(dialog).findByText('Something went wrong.')).toBeDefined();
  expect(server.sent('listStatement')[0]?.query).toEqual({ ref: '2651' });
  pressEscape(dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('nothing converted yet says so; a fault can be tried again', async () => {
  server.on('listConversions', () => new Refusal(10000, 'Something went wrong.'));
  const { user, t } = await history();
  expect(await screen.findByText('Something went wrong.')).toBeDefined();
  server.on('listConversions', () => ({ items: [], next: null }));
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('convert:empty'))).toBeDefined();
});

test('in Arabic the pair runs from left to right', async () => {
  const { rows } = await history({ language: 'ar' });
  const [made] = await rows(3);
  expect(document.documentElement.dir).toBe('rtl');
  expect(within(made!).getByText('USDT → BTC').dir).toBe('ltr');
});
