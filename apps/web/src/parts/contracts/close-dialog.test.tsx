// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, isInvalid, noteOf, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, pressEscape, type RenderOptions, show, typeOver } from '@glasshouse/app/testing/show.tsx';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { toasts } from '@glasshouse/ui';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { CONTRACT_NAMESPACES, POSITION, ROUND_PRICES } from '../../testing/contract-orders.ts';
import { marketState, tick } from '../../testing/market.ts';
import { CloseDialog } from './close-dialog.tsx';

const CLOSED = { ...POSITION, state: 'closed', openLots: '0', closedBy: 'user' } as const;
let server: FakeServer;
let dismissed = 0;

beforeEach(() => {
  dismissed = 0;
  server = new FakeServer().on('getMarketInfo', () => BITCOIN);
});

async function closing(order: Partial<ContractOrder> = {}, more: Partial<RenderOptions> = {}) {
  const dialog = <CloseDialog order={{ ...POSITION, ...order }} onClose={() => (dismissed += 1)} />;
  const page = await show(dialog, { namespaces: CONTRACT_NAMESPACES, account: CUSTOMER, ...more });
  const { t, format, user } = page;
  tick(BITCOIN, ROUND_PRICES);
  const region = screen.getByRole('dialog', { name: t('contracts:closeTitle') });
  const lots = within(region).getByRole<HTMLInputElement>('textbox', { name: t('contracts:lots') });
  const shares = within(region).getByRole('group', { name: t('contracts:closeShare') });
  return {
    ...page,
    region,
    lots,
    money: (value: string) => bare(format.money(value, 'USDT')),
    fill: (text: string) => typeOver(user, lots, text),
    share: (part: string) =>
      within(shares).getByRole<HTMLButtonElement>('button', { name: format.percent(part, { max: 0 }) }),
    submit: (count: string) => {
      const name = t('contracts:closeLots', { count: Number(count), lots: format.number(count) });
      return within(region).getByRole<HTMLButtonElement>('button', { name });
    },
  };
}

test('all lots: their result, after all costs, and a body without lots', async () => {
  server.on('closePosition', () => CLOSED);
  const { user, t, format, region, lots, money, submit } = await closing();
  expect(lots.value).toBe('10');
  // 0.1 bought at 100,000 and sold at the bid of 99,990; 5 to open and 4.9995 to close.
  expect(row(t('contracts:exit'), region)).toBe(format.price('99990', 2));
  expect(row(t('order:pnl'), region)).toBe(money('-1'));
  expect(row(t('contracts:allCosts'), region)).toBe(money('10'));
  expect(row(t('order:ifClosedNow'), region)).toBe(money('-11'));
  // 500 of margin, less 1 and 4.9995.
  expect(row(t('contracts:released'), region)).toBe(money('494'));
  await user.click(submit('10'));
  await expect.poll(() => dismissed).toBe(1);
  expect(server.sent('closePosition').map(({ body }) => body)).toEqual([{ id: POSITION.id }]);
  expect(server.sent('closePosition')[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  expect(toasts.read().at(-1)?.title).toBe(t('contracts:closed', { name: 'BTC/USDT' }));
});

test('a share is chosen by its button, and its part of all costs is shown', async () => {
  server.on('closePosition', () => ({ ...POSITION, openLots: '5' }));
  const { user, t, region, lots, money, share, submit } = await closing();
  expect(share('1').getAttribute('aria-pressed')).toBe('true');
  await user.click(share('0.5'));
  expect(lots.value).toBe('5');
  expect(share('0.5').getAttribute('aria-pressed')).toBe('true');
  expect(share('1').getAttribute('aria-pressed')).toBe('false');
  // 2.5 of the 5 to open, and 2.49975 to close half of it.
  expect(row(t('contracts:allCosts'), region)).toBe(money('5'));
  expect(row(t('contracts:lotsNet'), region)).toBe(money('-5.5'));
  expect(row(t('contracts:released'), region)).toBe(money('247'));
  await user.click(submit('5'));
  await expect.poll(() => dismissed).toBe(1);
  expect(server.sent('closePosition')[0]?.body).toEqual({ id: POSITION.id, lots: '5' });
  expect(toasts.read().at(-1)?.title).toBe(t('contracts:partClosed', { name: 'BTC/USDT' }));
});

test('a share is rounded down to whole steps; one below a step cannot be chosen', async () => {
  server.on('getMarketInfo', () => ({
    ...BITCOIN,
    contracts: BITCOIN.contracts && { ...BITCOIN.contracts, lotStep: '1' },
  }));
  const { user, lots, share } = await closing({ lots: '3', openLots: '3' });
  await expect.poll(() => share('0.25').disabled).toBe(true);
  await user.click(share('0.5'));
  expect(lots.value).toBe('1');
});

test('more lots than are open are said at the field, and cannot be closed', async () => {
  const { t, region, lots, fill, submit } = await closing();
  await fill('10.5');
  expect(isInvalid(lots)).toBe(true);
  expect(noteOf(lots)).toContain(t('contracts:problem.closeLots'));
  expect(submit('10.5').disabled).toBe(true);
  expect(row(t('contracts:lotsNet'), region)).toBe('–');
  await fill('2');
  expect(isInvalid(lots)).toBe(false);
  expect(submit('2').disabled).toBe(false);
});

test('a short position closes at the ask', async () => {
  const { t, format, region, money } = await closing({ side: 'sell' });
  expect(row(t('contracts:exit'), region)).toBe(format.price('100000', 2));
  act(() => tick(BITCOIN, { bid: 98_990, ask: 99_000, price: 98_995 }));
  // 0.1 sold at 100,000 and bought back at 99,000, less 5 and 4.95.
  expect(row(t('order:pnl'), region)).toBe(`+${money('100')}`);
  expect(row(t('order:ifClosedNow'), region)).toBe(`+${money('90.05')}`);
});

test('a refusal stands in the dialog, which stays for another try', async () => {
  server.on('closePosition', () => new Refusal(code.notTradable, 'It cannot be traded right now.'));
  const { user, region, submit } = await closing();
  await user.click(submit('10'));
  expect(await within(region).findByText('It cannot be traded right now.')).toBeDefined();
  expect(dismissed).toBe(0);
  expect(submit('10').disabled).toBe(false);
});

test('while it is sent, nothing dismisses the dialog', async () => {
  const { user, t, region, submit } = await closing();
  await user.click(submit('10'));
  await expect.poll(() => server.open).toContain('closePosition');
  expect(within(region).getByRole<HTMLButtonElement>('button', { name: t('common:action.cancel') }).disabled).toBe(
    true,
  );
  pressEscape(region);
  expect(dismissed).toBe(0);
});

test('a market that is closed or stale takes no order, and says so', async () => {
  const { t, region, submit } = await closing();
  marketState(BITCOIN, { open: false });
  expect(within(region).getByText(t('trade:options.closedNow'))).toBeDefined();
  expect(submit('10').disabled).toBe(true);
  marketState(BITCOIN, { stale: true });
  expect(within(region).getByText(t('trade:options.stale'))).toBeDefined();
  expect(submit('10').disabled).toBe(true);
});

test('Enter on the button closes, Escape dismisses', async () => {
  server.on('closePosition', () => ({ ...POSITION, closingLots: '10' }));
  const { user, t, region, submit } = await closing();
  pressEscape(region);
  expect(dismissed).toBe(1);
  submit('10').focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => dismissed).toBe(2);
  expect(toasts.read().at(-1)?.title).toBe(t('contracts:closing', { name: 'BTC/USDT' }));
});

test.each(['de', 'ar'] as const)('figures and lots as they are written: %s', async (language) => {
  server.on('closePosition', () => CLOSED);
  const { user, t, region, money, fill, submit } = await closing({}, { language });
  await fill(language === 'de' ? '2,5' : '2.5');
  // A quarter of the 10.9995 above.
  expect(row(t('contracts:lotsNet'), region)).toBe(money('-2.75'));
  if (language === 'de') expect(row(t('contracts:lotsNet'), region)).toContain('2,75');
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
  await user.click(submit('2.5'));
  await expect.poll(() => server.sent('closePosition')[0]?.body.lots).toBe('2.5');
});
