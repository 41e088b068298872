// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { ContractOrder } from '@glasshouse/trade/orders';
import type { BatchOrder } from '@glasshouse/trade/portfolio/batch';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { POSITION, WAITING } from '../../testing/contract-orders.ts';
import { tick } from '../../testing/market.ts';
import { RESTING } from '../../testing/spot-orders.ts';
import { BatchDialog } from './batch-dialog.tsx';

const SHORT: ContractOrder = { ...POSITION, id: 2050, side: 'sell' };
const POSITIONS: readonly BatchOrder[] = [
  { product: 'contracts', order: POSITION },
  { product: 'contracts', order: SHORT },
];
const ORDERS: readonly BatchOrder[] = [
  { product: 'contracts', order: WAITING },
  { product: 'spot', order: RESTING },
];
/** Closed at 101,000: a gain of 100 less 5 and 5.05 for the buyer, the same loss for the seller. */
const closed = (order: ContractOrder): ContractOrder => ({
  ...order,
  state: 'closed',
  openLots: '0',
  closePrice: '101000',
  realised: order.side === 'buy' ? '100' : '-100',
  closeFeePaid: '5.05',
  closedBy: 'user',
  closedAt: '2026-11-30T02:00:00.000Z',
});

let server: FakeServer;
let dismissed: number;

beforeEach(() => {
  dismissed = 0;
  server = new FakeServer().on('closePosition', ({ body }) => closed(body.id === SHORT.id ? SHORT : POSITION));
});

async function batch(kind: 'close' | 'cancel', more: Partial<RenderOptions> = {}) {
  const orders = kind === 'close' ? POSITIONS : ORDERS;
  const dialog = <BatchDialog kind={kind} orders={orders} onClose={() => (dismissed += 1)} />;
  const namespaces = ['portfolio', 'contracts', 'order', 'trade', 'workspace', 'account', 'funds'] as const;
  const page = await show(dialog, { namespaces, account: CUSTOMER, ...more });
  const { t, user } = page;
  tick(BITCOIN, { bid: 99_990, ask: 100_000, price: 99_995 });
  const region = screen.getByRole('dialog');
  return {
    ...page,
    region,
    press: (name: string) => user.click(within(region).getByRole('button', { name })),
    start: () => user.click(within(region).getByRole('button', { name: t(`portfolio:${kind}.button`, { count: 2 }) })),
    lines: () => within(region).getAllByRole('listitem'),
    done: (count: number) =>
      within(region).findByRole('heading', { name: t(`portfolio:${kind}.doneTitle`, { done: count, count: 2 }) }),
  };
}

test('closing asks once, with what each position would come to, and sends nothing before', async () => {
  const { t, region, lines } = await batch('close');
  expect(region.textContent).toContain(t('portfolio:close.text'));
  // −1 less 5 and 4.9995 at the bid; 0 less 5 and 5 at the ask.
  expect(bare(lines()[0]!.textContent)).toContain('11.00USDT');
  expect(bare(lines()[1]!.textContent)).toContain('10.00USDT');
  const link = within(lines()[0]!).getByRole('link', { name: 'BTC/USDT' });
  expect(link.getAttribute('href')).toBe(`/order/contracts/${POSITION.id}`);
  expect(server.sent('closePosition')).toEqual([]);
});

test('each position is closed by a command of its own, and the dialog becomes their receipt', async () => {
  const { t, format, region, start, done, lines } = await batch('close');
  await start();
  expect(await done(2)).toBeDefined();
  const sent = server.sent('closePosition');
  expect(sent.map(({ body }) => body)).toEqual([{ id: POSITION.id }, { id: SHORT.id }]);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  const price = format.price('101000', 2);
  expect(bare(lines()[0]!.textContent)).toContain(bare(`+89.95USDT${t('portfolio:batch.closedAt', { price })}`));
  expect(bare(lines()[1]!.textContent)).toContain('−110.05USDT');
  // 89.95 − 110.05.
  expect(bare(within(region).getByRole('status').textContent)).toBe(bare(`${t('order:net')}−20.10USDT`));
});

test('a refusal stands at its order, and only that one is tried again, as a new command', async () => {
  let isRefused = true;
  server.on('closePosition', ({ body }) => {
    if (body.id === SHORT.id && isRefused) return new Refusal(code.notTradable, 'Not right now.');
    return closed(body.id === SHORT.id ? SHORT : POSITION);
  });
  const { t, start, done, lines, press } = await batch('close');
  await start();
  expect(await done(1)).toBeDefined();
  expect(within(lines()[1]!).getByRole('alert').textContent).toBe('Not right now.');
  expect(within(lines()[0]!).queryByRole('alert')).toBeNull();
  isRefused = false;
  await press(t('common:action.retry'));
  expect(await done(2)).toBeDefined();
  expect(server.sent('closePosition').map(({ body }) => body.id)).toEqual([POSITION.id, SHORT.id, SHORT.id]);
  const [, first, second] = server.sent('closePosition').map(({ headers }) => headers['idempotency-key']);
  expect(second).not.toBe(first);
});

test('cancelling names what becomes available of all orders together', async () => {
  server.on('cancelOrder', ({ body }) => ({ id: body.id }) as never);
  const { t, format, region, start, done, lines } = await batch('cancel');
  // 90.45 for the contract, and 45,036 for the spot order.
  const usdt = (value: string) => format.money(value, 'USDT', { min: 0, max: 8 });
  expect(
    within(region).getByText(plain(t('portfolio:cancel.text', { held: format.list([usdt('45126.45')]) }))),
  ).toBeDefined();
  await start();
  expect(await done(2)).toBeDefined();
  expect(server.sent('cancelOrder').map(({ body }) => body.id)).toEqual([WAITING.id, RESTING.id]);
  const released = (value: string) => bare(t('portfolio:batch.released', { amount: usdt(value) }));
  expect(bare(lines()[0]!.textContent)).toContain(released('90.45'));
  expect(bare(lines()[1]!.textContent)).toContain(released('45036'));
});

test('while commands are under way, nothing dismisses the dialog; Escape does before', async () => {
  server = new FakeServer();
  const { t, region, start } = await batch('close');
  pressEscape(region);
  expect(dismissed).toBe(1);
  await start();
  expect(await within(region).findAllByText(t('portfolio:batch.sending'))).toHaveLength(2);
  pressEscape(region);
  expect(dismissed).toBe(1);
  const close = within(region).getAllByRole<HTMLButtonElement>('button', { name: t('common:action.close') });
  expect(close.at(-1)?.disabled).toBe(true);
});

test.each(['de', 'ar'] as const)('sums as they are written: %s', async (language) => {
  const { region, start, done } = await batch('close', { language });
  await start();
  await done(2);
  const total = bare(within(region).getByRole('status').textContent);
  expect(total).toContain(language === 'de' ? '20,10USDT' : '20.10USDT');
});
