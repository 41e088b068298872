// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, hasRow, isInvalid, noteOf, row } from '@glasshouse/app/testing/reading';
import { plain } from '@glasshouse/app/testing/show.tsx';
import { toasts } from '@glasshouse/ui';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf } from '../../../testing/balances.ts';
import { BOUGHT, RESTING } from '../../../testing/spot-orders.ts';
import { showSpotTicket } from './testing/show-spot-ticket.tsx';

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer().on('listBalances', () => balancesOf('50000', { BTC: '0.75' }));
});

test('a limit order rests: its sums, its confirmation, and what is sent', async () => {
  server.on('placeSpotOrder', () => RESTING);
  const { user, t, format, fill, field, price, quantity, seen, submit } = await showSpotTicket();
  expect(submit().disabled).toBe(true);
  await fill(price, '90000');
  await fill(quantity, '0.5');
  // 45,000 and the maker's 0.08 %, of a balance of 50,000.
  expect(row(t('workspace:spot.value'))).toBe(bare(format.money('45000', 'USDT')));
  expect(row(t('trade:options.ofWhichFees'))).toBe(bare(format.money('36', 'USDT')));
  expect(row(t('trade:options.putUp'))).toBe(bare(format.money('45036', 'USDT')));
  await expect.poll(() => row(t('trade:options.balanceAfter'))).toBe(bare(format.money('4964', 'USDT')));
  const size = format.money('0.5', 'BTC', { max: 8 });
  await user.click(screen.getByRole('button', { name: t('workspace:spot.buySize', { size }) }));
  const group = screen.getByRole('group', { name: t('workspace:spot.confirmBuy', { asset: 'BTC' }) });
  const named = { size, price: format.price('90000', 2), quote: 'USDT', name: 'BTC/USDT' };
  expect(within(group).getByText(new RegExp(plain(t('workspace:spot.sentence.buyLimit', named))))).toBeDefined();
  expect(row(t('trade:options.putUp'), group)).toBe(bare(format.money('45036', 'USDT')));
  expect(server.sent('placeSpotOrder')).toEqual([]);
  await user.click(submit());
  await expect.poll(() => seen.placed).toBe(1);
  expect(server.sent('placeSpotOrder').map(({ body }) => body)).toEqual([
    { code: 'BTCUSDT', side: 'buy', type: 'limit', price: '90000', quantity: '0.5', timeInForce: 'GTC' },
  ]);
  expect(toasts.read().at(-1)?.title).toBe(t('workspace:spot.placed.waiting', { id: RESTING.id }));
  // The next one starts with the same price and no size, which nobody is corrected for yet.
  expect(field(price).value).toBe(format.price('90000', 2).replace(/\.00$/, ''));
  expect(field(quantity).value).toBe('');
  expect(isInvalid(field(quantity))).toBe(false);
});

test('what reaches the other side of the book pays the taker rate, the rest the maker rate', async () => {
  const { t, format, fill, price, quantity } = await showSpotTicket();
  await fill(price, '95910.34');
  await fill(quantity, '0.5');
  // 0.4 is there: 38,364.136 at 0.1 %; 0.1 rests: 9,591.034 at 0.08 %. Costs are rounded up.
  expect(row(t('workspace:spot.value'))).toBe(bare(format.money('47955.17', 'USDT')));
  expect(row(t('trade:options.ofWhichFees'))).toBe(bare(format.money('46.04', 'USDT')));
  expect(row(t('trade:options.putUp'))).toBe(bare(format.money('48001.21', 'USDT')));
});

test('fees follow the fee tier of the person', async () => {
  server.on('getUserInfo', () => ({ level: { level: 2, fees30d: '0', feeDiscount: '0.25' } }) as never);
  const { t, format, fill, price, quantity } = await showSpotTicket();
  await fill(price, '90000');
  await fill(quantity, '0.5');
  // 0.06 % of 45,000.
  await expect.poll(() => row(t('trade:options.ofWhichFees'))).toBe(bare(format.money('27', 'USDT')));
});

test('a market order is estimated by the levels of the book', async () => {
  server.on('listBalances', () => balancesOf('200000'));
  server.on('placeSpotOrder', () => BOUGHT);
  const { user, t, format, radio, fill, quantity, seen, order } = await showSpotTicket();
  await user.click(radio(t('workspace:spot.market')));
  expect(screen.queryByRole('textbox', { name: t('workspace:spot.limitPrice') })).toBeNull();
  await fill(quantity, '1');
  // 0.4 × 95,910.34 + 0.6 × 95,950 = 95,934.136, 23.796 above the best price; 0.1 % on top.
  expect(row(t('workspace:spot.priceEstimated'))).toBe(bare(format.money('95934.13', 'USDT')));
  expect(row(t('workspace:spot.slippage'))).toBe(bare(format.percent('0.00025', { min: 2, max: 3 })));
  expect(row(t('trade:options.putUp'))).toBe(bare(format.money('96030.08', 'USDT')));
  await order();
  await expect.poll(() => seen.placed).toBe(1);
  expect(server.sent('placeSpotOrder')[0]?.body).toEqual({
    code: 'BTCUSDT',
    side: 'buy',
    type: 'market',
    quantity: '1',
  });
  const bought = { filled: format.money('1', 'BTC', { min: 0, max: 8 }), price: format.price('95934.136', 2) };
  expect(toasts.read().at(-1)?.title).toBe(t('workspace:spot.placed.bought', { ...bought, quote: 'USDT' }));
});

test('a market order beyond the visible book says so', async () => {
  server.on('listBalances', () => balancesOf('200000'));
  const { user, t, radio, fill, quantity } = await showSpotTicket();
  await user.click(radio(t('workspace:spot.market')));
  await fill(quantity, '1');
  expect(screen.queryByText(t('workspace:spot.thin'))).toBeNull();
  await fill(quantity, '1.000001');
  expect(screen.getByText(t('workspace:spot.thin'))).toBeDefined();
});

test('a sale says what it brings, rounded down', async () => {
  const { user, t, format, radio, fill, quantity } = await showSpotTicket();
  await user.click(radio(t('workspace:side.sell')));
  await user.click(radio(t('workspace:spot.market')));
  await fill(quantity, '0.5');
  // 47,954.205 less 47.954205; of 0.75 bitcoin a quarter is left.
  expect(row(t('workspace:spot.receive'))).toBe(bare(format.money('47906.25', 'USDT')));
  expect(hasRow(t('trade:options.putUp'))).toBe(false);
  await expect.poll(() => row(t('trade:options.balanceAfter'))).toBe(bare(format.money('0.25', 'BTC')));
});

test('a purchase by amount spends at most the amount, fee included', async () => {
  server.on('placeSpotOrder', () => BOUGHT);
  const { user, t, format, radio, fill, seen, submit } = await showSpotTicket();
  await user.click(radio(t('workspace:spot.market')));
  await user.click(radio('USDT'));
  await fill(t('workspace:spot.spend'), '1000');
  // 10,415 steps of a millionth cost 998.9061911 and 0.1 %; one more would cost 1,000.001.
  expect(row(t('workspace:spot.quantityEstimated'))).toBe(bare(format.money('0.010415', 'BTC', { max: 8 })));
  expect(row(t('trade:options.putUp'))).toBe(bare(format.money('999.91', 'USDT')));
  const size = format.money('1000', 'USDT');
  await user.click(screen.getByRole('button', { name: t('workspace:spot.buyFor', { size, asset: 'BTC' }) }));
  expect(screen.getByText(new RegExp(plain(t('workspace:spot.sentence.buyAmount', { size }))))).toBeDefined();
  await user.click(submit());
  await expect.poll(() => seen.placed).toBe(1);
  const body = { code: 'BTCUSDT', side: 'buy', type: 'market', amount: '1000' };
  expect(server.sent('placeSpotOrder').map((sent) => sent.body)).toEqual([body]);
});

test('the chips are shares of what the balance buys', async () => {
  const { user, t, format, fill, field, price, quantity } = await showSpotTicket();
  await fill(price, '50000');
  // 50,000 pays for 0.999 steps at 50,000 with the taker's 0.1 %: what it holds at most.
  const all = await screen.findByRole<HTMLButtonElement>('button', { name: t('common:action.max') });
  await expect.poll(() => all.disabled).toBe(false);
  await user.click(all);
  expect(field(quantity).value).toBe('0.999');
  expect(all.getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: format.percent('0.25') }));
  expect(field(quantity).value).toBe('0.24975');
  expect(noteOf(field(quantity))).toContain(
    plain(t('workspace:spot.minimum', { quantity: '0.000001 BTC', amount: format.money('5', 'USDT') })),
  );
});

interface Wrong {
  readonly side?: 'sell';
  readonly market?: true;
  readonly price?: string;
  readonly quantity?: string;
  readonly at: 'price' | 'quantity';
  readonly says: Parameters<Awaited<ReturnType<typeof showSpotTicket>>['t']>[0];
  readonly with?: Readonly<Record<string, string>>;
}

const WRONG: readonly [string, Wrong][] = [
  ['no price', { price: '', quantity: '0.1', at: 'price', says: 'workspace:spot.enterPrice' }],
  ['more than half below the market', { price: '47954.68', at: 'price', says: 'workspace:spot.tooFar' }],
  ['more than half above the market', { price: '143864.06', at: 'price', says: 'workspace:spot.tooFar' }],
  ['no quantity', { price: '90000', quantity: '', at: 'quantity', says: 'workspace:spot.enterQuantity' }],
  [
    'worth less than the minimum',
    { price: '90000', quantity: '0.000055', at: 'quantity', says: 'workspace:spot.amountTooSmall' },
  ],
  [
    'more than the largest order',
    { price: '90000', quantity: '10.000001', at: 'quantity', says: 'workspace:spot.quantityTooLarge' },
  ],
  [
    'more than the balance pays for',
    { price: '90000', quantity: '0.56', at: 'quantity', says: 'trade:options.notEnough' },
  ],
  [
    'more coins than there are',
    { side: 'sell', market: true, quantity: '0.750001', at: 'quantity', says: 'trade:options.notEnough' },
  ],
];

test.each(WRONG)('%s is said at its field once it is left, and nothing is sent', async (_title, wrong) => {
  const { user, t, format, radio, fill, field, submit, ...names } = await showSpotTicket();
  const words = {
    band: format.percent('0.5'),
    min: format.money('5', 'USDT'),
    max: format.money('10', 'BTC', { min: 0, max: 8 }),
    available: wrong.side === 'sell' ? '0.75 BTC' : format.money('50000', 'USDT'),
  };
  if (wrong.side === 'sell') await user.click(radio(t('workspace:side.sell')));
  if (wrong.market) await user.click(radio(t('workspace:spot.market')));
  await screen.findByText(new RegExp(plain(`${t('trade:options.available')} ${words.available.replace('.', '\\.')}`)));
  if (wrong.price === '') await user.clear(field(names.price));
  else if (wrong.price !== undefined) await fill(names.price, wrong.price);
  if (wrong.quantity) await fill(names.quantity, wrong.quantity);
  else await user.click(field(names.quantity));
  await user.tab();
  expect(noteOf(field(names[wrong.at]))).toBe(plain((t as (key: string, values: object) => string)(wrong.says, words)));
  expect(isInvalid(field(names[wrong.at]))).toBe(true);
  if (!submit().disabled) await user.click(submit());
  expect(screen.queryByRole('button', { name: t('common:action.cancel') })).toBeNull();
  expect(server.sent('placeSpotOrder')).toEqual([]);
});

test('a quantity off step is taken from the book as it is, and refused at its field', async () => {
  const { user, t, field, price, quantity, seen, submit } = await showSpotTicket();
  act(() => seen.workspace?.pick({ price: '95900.005', quantity: '0.1000005' }));
  expect(field(price).value).toBe('95,900.005');
  expect(field(quantity).value).toBe('0.1000005');
  await user.click(submit());
  expect(noteOf(field(price))).toBe(t('workspace:spot.tickSize', { step: '0.01' }));
  expect(noteOf(field(quantity))).toBe(plain(t('workspace:spot.step', { step: '0.000001 BTC' })));
});

test('a post-only order may not trade at once', async () => {
  server.on('placeSpotOrder', () => RESTING);
  const { user, t, fill, field, price, quantity, submit, order } = await showSpotTicket();
  await fill(price, '95910.34');
  await fill(quantity, '0.1');
  await user.click(screen.getByText(t('workspace:spot.advanced')));
  await user.click(screen.getByRole('combobox', { name: t('workspace:spot.timeInForce') }));
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${t('workspace:spot.tif.postOnly')}`) }));
  await user.click(submit());
  expect(noteOf(field(price))).toBe(t('workspace:spot.wouldTrade'));
  await fill(price, '95910.33');
  expect(isInvalid(field(price))).toBe(false);
  await order();
  await expect.poll(() => server.sent('placeSpotOrder')[0]?.body).toMatchObject({ timeInForce: 'postOnly' });
});

test.each([
  ['of its price', 'price', code.postOnlyWouldTrade, {}, 'It would trade at once.', undefined],
  ['of its size', 'quantity', code.coinBalanceInsufficient, {}, 'Not enough coins.', undefined],
  [
    'of a price that the market left',
    'price',
    code.orderPriceIncorrect,
    {},
    'The price is wrong.',
    'workspace:spot.tooFar',
  ],
] as const)('a refusal %s stands at its field until that changes', async (_title, at, number, fields, message, own) => {
  server.on('placeSpotOrder', () => new Refusal(number, message, fields));
  const { t, format, fill, field, seen, order, ...names } = await showSpotTicket();
  await fill(names.price, '90000');
  await fill(names.quantity, '0.1');
  await order();
  const says = own === undefined ? message : t(own, { band: format.percent('0.5') });
  await expect.poll(() => noteOf(field(names[at]))).toBe(says);
  expect(seen.placed).toBe(0);
  await fill(names[at], at === 'price' ? '89999' : '0.2');
  expect(isInvalid(field(names[at]))).toBe(false);
});

test('a refusal about no field stands above the button; while it is decided, nothing can be pressed', async () => {
  let decide: (refusal: Refusal) => void = () => undefined;
  server.on('placeSpotOrder', () => new Promise((resolve) => (decide = resolve)));
  const { user, t, fill, price, quantity, submit, order } = await showSpotTicket();
  await fill(price, '90000');
  await fill(quantity, '0.1');
  await order();
  await expect.poll(() => server.sent('placeSpotOrder')).toHaveLength(1);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('common:action.cancel') }).disabled).toBe(true);
  await user.keyboard('{Escape}{Enter}');
  await user.click(submit());
  expect(server.sent('placeSpotOrder')).toHaveLength(1);
  await act(async () => decide(new Refusal(code.notTradable, 'Trading is halted.')));
  expect(await screen.findByText('Trading is halted.')).toBeDefined();
  expect(submit().disabled).toBe(false);
});

test('the keyboard takes an order back and places it; German writes a comma', async () => {
  server.on('placeSpotOrder', () => RESTING);
  const { user, t, format, field, price, quantity, submit } = await showSpotTicket({ language: 'de' });
  await user.clear(field(price));
  await user.keyboard('90000,5');
  await user.tab();
  expect(document.activeElement).toBe(field(quantity));
  await user.keyboard('0,25{Enter}');
  const size = format.money('0.25', 'BTC', { max: 8 });
  expect(size).toContain('0,25');
  const group = screen.getByRole('group', { name: t('workspace:spot.confirmBuy', { asset: 'BTC' }) });
  expect(within(group).getByText(/90\.000,50/).textContent).toContain(size);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: t('workspace:spot.confirmBuy', { asset: 'BTC' }) })).toBeNull();
  field(quantity).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(submit());
  await user.keyboard('{Enter}');
  await expect.poll(() => server.sent('placeSpotOrder')[0]?.body).toMatchObject({ price: '90000.5', quantity: '0.25' });
});

test('in Arabic the page runs from right to left, and amounts from left to right', async () => {
  const { t, format, fill, field, price, quantity } = await showSpotTicket({ language: 'ar' });
  await fill(price, '90000');
  await fill(quantity, '0.5');
  expect(document.documentElement.dir).toBe('rtl');
  expect(field(quantity).closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  expect(row(t('trade:options.putUp'))).toBe(bare(format.money('45036', 'USDT')));
});

test('a visitor sees the sums and is offered the demo book in place of the order', async () => {
  const { t, format, fill, price, quantity, submit } = await showSpotTicket({ isVisitor: true });
  await fill(price, '90000');
  await fill(quantity, '0.5');
  expect(row(t('trade:options.putUp'))).toBe(bare(format.money('45036', 'USDT')));
  expect(hasRow(t('trade:options.balanceAfter'))).toBe(false);
  expect(await screen.findByRole('button', { name: t('trade:options.tryDemo') })).toBeDefined();
  expect(submit()).toBeUndefined();
});
