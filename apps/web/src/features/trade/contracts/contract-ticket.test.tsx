// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, hasRow, isInvalid, noteOf, row } from '@glasshouse/app/testing/reading';
import { plain } from '@glasshouse/app/testing/show.tsx';
import { toasts } from '@glasshouse/ui';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { balancesOf, RISK_READ } from '../../../testing/balances.ts';
import { BITCOIN } from '../../../testing/bitcoin.ts';
import { POSITION, ROUND_PRICES, WAITING } from '../../../testing/contract-orders.ts';
import { tick } from '../../../testing/market.ts';
import { showContractTicket } from './testing/show-contract-ticket.tsx';

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer()
    .on('listBalances', () => balancesOf('1000'))
    .on('getRiskWarning', () => RISK_READ)
    .on('listPositions', () => ({ items: [], next: null }));
});

/** A tenth of a bitcoin with a leverage of 20: every sum of it is worked out below by hand. */
async function tenth(options: Parameters<typeof showContractTicket>[0] = {}) {
  const page = await showContractTicket(options);
  await page.fill(page.lots, '10');
  await page.fill(page.leverage, '20');
  return page;
}

test('a market order: its sums, its confirmation, and what is sent', async () => {
  server.on('openPosition', () => ({ ...POSITION, state: 'waiting' as const, openPrice: null }));
  const { user, t, format, seen, submit, order } = await tenth();
  const money = (value: string) => bare(format.money(value, 'USDT'));
  // 0.1 × 100,000, of which a twentieth is put up, and 0.05 % to open and to close.
  expect(row(t('contracts:notional'))).toBe(money('10000'));
  expect(row(t('contracts:margin'))).toBe(money('500'));
  const fees = [t('trade:options.ofWhichFees'), money('5'), t('contracts:closeFee'), '≈', money('5')];
  expect(row(t('trade:options.putUp'))).toBe(bare([money('505'), ...fees].join('')));
  // 500 + 0.1 (p − 100,000) − 0.00005 p is no more than the 50 of the tier.
  const move = bare(format.percent('-0.0445223', { min: 1, max: 1 }));
  expect(row(t('contracts:liquidation'))).toBe(`${move}${format.price('95547.77', 2)}`);
  // 0.1 (p − 100,000) earns back 5 and 0.00005 p, in whole cents.
  expect(row(t('contracts:breakEven'))).toBe(format.price('100100.06', 2));
  // 500 − 0.5 at the middle − 4.99975, in relation to 50.
  expect(row(t('contracts:marginLevel'))).toBe(bare(format.percent('9.89', { max: 0 })));
  expect(row(t('contracts:financing'))).toBe(money('3'));
  expect(row(t('contracts:worst'))).toBe(money('-505'));
  // 10,000 at most, less 5 to open and 10 to close at twice the price.
  expect(row(t('contracts:profitMax'))).toBe(money('9985'));
  await expect.poll(() => row(t('contracts:balanceAfter'))).toBe(money('495'));
  const named = { quantity: format.money('0.1', 'BTC', { max: 8 }), leverage: 20, name: 'BTC/USDT' };
  await expect.poll(() => submit().textContent).toBe(t('contracts:buyLots', named));
  await user.click(submit());
  const group = screen.getByRole('group', { name: t('contracts:confirm.title') });
  expect(within(group).getByText(plain(t('contracts:confirm.buyMarket', named)))).toBeDefined();
  expect(row(t('contracts:worst'), group)).toBe(money('-505'));
  expect(server.sent('openPosition')).toEqual([]);
  await order();
  await expect.poll(() => seen.placed).toBe(1);
  expect(server.sent('openPosition').map(({ body }) => body)).toEqual([
    { code: 'BTCUSDT', side: 'buy', type: 'market', lots: '10', leverage: 20 },
  ]);
  expect(toasts.read().at(-1)?.title).toBe(t('contracts:placedNext', { id: POSITION.id }));
});

test('a short position opens at the bid and is liquidated above', async () => {
  const { user, t, format, radio } = await tenth();
  await user.click(radio(t('order:side.short')));
  expect(row(t('contracts:notional'))).toBe(bare(format.money('9999', 'USDT')));
  // 499.95 + 0.1 (99,990 − p) − 0.00005 p is no more than 49.995.
  const move = bare(format.percent('0.0444526', { min: 1, max: 1 }));
  expect(row(t('contracts:liquidation'))).toBe(`${move}${format.price('104437.34', 2)}`);
});

test('figures of a market order move with the price; those of a limit order do not', async () => {
  server.on('openPosition', () => WAITING);
  const { user, t, format, seen, radio, fill, field, order } = await tenth();
  act(() => tick(BITCOIN, { bid: 109_990, ask: 110_000, price: 109_995 }));
  expect(row(t('contracts:notional'))).toBe(bare(format.money('11000', 'USDT')));
  await user.click(radio(t('contracts:limit')));
  expect(field(t('contracts:limitPrice')).value).toBe('109,990.00');
  await fill(t('contracts:limitPrice'), '90000');
  expect(row(t('contracts:notional'))).toBe(bare(format.money('9000', 'USDT')));
  act(() => tick(BITCOIN, ROUND_PRICES));
  expect(row(t('contracts:notional'))).toBe(bare(format.money('9000', 'USDT')));
  await order();
  await expect.poll(() => seen.placed).toBe(1);
  expect(server.sent('openPosition')[0]?.body).toEqual({
    code: 'BTCUSDT',
    side: 'buy',
    type: 'limit',
    lots: '10',
    leverage: 20,
    price: '90000',
  });
  const placed = t('contracts:placedLimit', { id: WAITING.id, price: format.price('90000', 2) });
  expect(toasts.read().at(-1)?.title).toBe(placed);
});

test('an order that waits for a stop has it ahead of the market', async () => {
  server.on('openPosition', () => ({ ...WAITING, type: 'stop' as const, stopPrice: '101000', limitPrice: null }));
  const { user, t, seen, radio, fill, field, order, submit } = await tenth();
  await user.click(radio(t('order:stopLimit')));
  await user.click(submit());
  expect(noteOf(field(t('order:stopPrice')))).toBe(t('contracts:problem.price'));
  await fill(t('order:stopPrice'), '100000');
  await fill(t('contracts:limitPrice'), '102000');
  expect(noteOf(field(t('order:stopPrice')))).toBe(t('contracts:problem.stopPriceLong'));
  await fill(t('order:stopPrice'), '101000');
  expect(isInvalid(field(t('order:stopPrice')))).toBe(false);
  await order();
  await expect.poll(() => seen.placed).toBe(1);
  expect(server.sent('openPosition')[0]?.body).toMatchObject({
    type: 'stopLimit',
    stopPrice: '101000',
    price: '102000',
  });
});

test('the most lots are what the balance pays for, with room for the price to move', async () => {
  server.on('listBalances', () => balancesOf('100'));
  const { user, t, format, field, fill, lots, leverage } = await showContractTicket();
  await fill(leverage, '20');
  // A lot takes 50 and 0.5, and a thousandth more.
  await expect.poll(() => noteOf(field(lots))).toContain(t('contracts:most', { lots: format.number('1.97') }));
  await fill(lots, '10');
  await user.tab();
  expect(noteOf(field(lots))).toBe(t('contracts:problem.notEnough', { max: format.number('1.97') }));
  expect(hasRow(t('contracts:balanceAfter'))).toBe(true);
  await user.click(screen.getByRole('button', { name: t('common:action.max') }));
  expect(field(lots).value).toBe('1.97');
  expect(isInvalid(field(lots))).toBe(false);
});

test('lots outside of range and step are said at their field', async () => {
  const { user, t, format, field, fill, lots, submit } = await showContractTicket({ terms: { lotStep: '0.25' } });
  await fill(lots, '1.3');
  await user.tab();
  expect(noteOf(field(lots))).toBe(t('contracts:problem.lotsStep', { step: format.number('0.25') }));
  await user.clear(field(lots));
  await user.click(submit());
  const range = { min: format.number('0.01'), max: format.number('100000') };
  expect(noteOf(field(lots))).toBe(t('contracts:problem.lotsRange', range));
  expect(server.sent('openPosition')).toEqual([]);
});

test('the leverage ends at the tier of the size, and is what the next ticket begins with', async () => {
  const { user, t, field, fill, lots, leverage, unmount } = await showContractTicket();
  await fill(leverage, '75');
  await fill(lots, '200');
  await user.tab();
  expect(noteOf(field(leverage))).toBe(t('contracts:problem.leverageTier', { cap: 50 }));
  expect(screen.getByText(t('contracts:leverageCap', { cap: 50 }))).toBeDefined();
  await user.click(screen.getByRole('button', { name: `${leverage}: 75×` }));
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: leverage }));
  await fill(leverage, '30');
  expect(isInvalid(field(leverage))).toBe(false);
  unmount();
  const next = await showContractTicket();
  expect(next.field(leverage).value).toBe('30');
});

test('the leverage can be emptied and typed anew; left empty, the last one stands there again', async () => {
  const { user, field, fill, leverage } = await showContractTicket();
  await fill(leverage, '20');
  await user.type(field(leverage), '{Backspace}{Backspace}');
  expect(field(leverage).value).toBe('');
  await user.type(field(leverage), '35');
  expect(field(leverage).value).toBe('35');
  expect(screen.getByRole('button', { name: `${leverage}: 35×` })).toBeDefined();
  await user.clear(field(leverage));
  await user.tab();
  expect(field(leverage).value).toBe('35');
});

test('a leverage at which the spread alone liquidates is refused at once', async () => {
  const prices = { bid: 99_000, ask: 100_000, price: 99_500 };
  const { user, t, field, fill, lots, leverage } = await showContractTicket({ prices });
  await fill(lots, '10');
  // 100 put up, 50 lost at the middle, 4.975 to close: less than the 50 of the tier.
  await fill(leverage, '100');
  await user.tab();
  expect(noteOf(field(leverage))).toBe(t('contracts:problem.leverageSpread'));
});

test('stop and target: results after all costs, problems, and what is sent', async () => {
  server.on('openPosition', () => POSITION);
  const { user, t, format, seen, field, fill, order } = await tenth();
  const [stop, target] = [t('contracts:stopLoss'), t('contracts:takeProfit')];
  await fill(stop, '99990');
  await user.tab();
  expect(noteOf(field(stop))).toBe(t('contracts:problem.stopLong'));
  await fill(stop, '95547.77');
  expect(noteOf(field(stop))).toBe(t('contracts:problem.stopLong'));
  await fill(stop, '98000');
  expect(isInvalid(field(stop))).toBe(false);
  await fill(target, '99991.91');
  expect(noteOf(field(target))).toBe(t('contracts:problem.targetLong'));
  await fill(target, '103000');
  expect(isInvalid(field(target))).toBe(false);
  // −200 − 5 − 4.90; 300 − 5 − 5.15.
  expect(row(t('contracts:atStop'))).toBe(bare(format.money('-209.9', 'USDT')));
  expect(row(t('contracts:atTarget'))).toBe(bare(format.money('289.85', 'USDT')));
  await order();
  await expect.poll(() => seen.placed).toBe(1);
  expect(server.sent('openPosition')[0]?.body).toMatchObject({ stopLoss: '98000', takeProfit: '103000' });
  expect(field(stop).value).toBe('');
  expect(toasts.read().at(-1)?.title).toBe(
    t('contracts:placed', { id: POSITION.id, price: format.price('100000', 2) }),
  );
});

test('presets are prices at which so much of the margin is won or lost after costs', async () => {
  const { user, t, field } = await tenth();
  const [stop, target] = [t('contracts:stopLoss'), t('contracts:takeProfit')];
  const preset = (name: string, text: string) =>
    within(screen.getByRole('group', { name: t('contracts:presets', { name }) })).getByRole('button', { name: text });
  await user.click(screen.getByRole('button', { name: t('contracts:setInChart') }));
  expect([field(stop).value, field(target).value]).toEqual(['99,849.93', '100,600.31']);
  expect(screen.queryByRole('button', { name: t('contracts:setInChart') })).toBeNull();
  await user.click(preset(stop, '−25%'));
  await user.click(preset(target, '+25%'));
  expect([field(stop).value, field(target).value]).toEqual(['98,849.43', '101,350.68']);
  expect(preset(stop, '−25%').getAttribute('aria-pressed')).toBe('true');
  await user.click(preset(stop, t('common:word.none')));
  expect(field(stop).value).toBe('');
  expect(hasRow(t('contracts:atStop'))).toBe(false);
});

test('a trailing stop: a share or a distance, from a price on', async () => {
  server.on('openPosition', () => POSITION);
  const { user, t, seen, radio, field, fill, order } = await tenth();
  const [distance, from] = [t('order:trailing'), t('order:activation')];
  await fill(distance, '60');
  await user.tab();
  expect(noteOf(field(distance))).toBe(t('contracts:problem.trailing'));
  await fill(distance, '1.5');
  expect(isInvalid(field(distance))).toBe(false);
  await fill(from, '99000');
  expect(noteOf(field(from))).toBe(t('contracts:problem.activationLong'));
  await fill(from, '101000');
  await order();
  await expect.poll(() => seen.placed).toBe(1);
  expect(server.sent('openPosition')[0]?.body.trailing).toEqual({ rate: '0.015', activation: '101000' });
  expect(field(distance).value).toBe('');
  await user.click(radio('USDT'));
  await fill(distance, '500');
  await order();
  await expect.poll(() => seen.placed).toBe(2);
  expect(server.sent('openPosition')[1]?.body.trailing).toEqual({ distance: '500' });
});

test('an order that waits can exclude another one of the same market', async () => {
  server.on('listPositions', () => ({
    items: [WAITING, { ...WAITING, id: 9, code: 'ETHUSDT' }, POSITION],
    next: null,
  }));
  server.on('openPosition', () => ({ ...WAITING, id: 2047 }));
  const { user, t, format, radio, fill, order } = await tenth();
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.click(radio(t('contracts:limit')));
  await fill(t('contracts:limitPrice'), '89000');
  await user.click(await screen.findByRole('combobox', { name: t('contracts:oco') }));
  const otherOrder = t('contracts:ocoOrder', { id: WAITING.id, price: format.price('90000', 2) });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    t('common:word.none'),
    otherOrder,
  ]);
  await user.click(screen.getByRole('option', { name: otherOrder }));
  await order();
  await expect.poll(() => server.sent('openPosition')[0]?.body).toMatchObject({ ocoWith: WAITING.id });
});

test.each([
  ['lots', code.lotsIncorrect, 'contracts:lots'],
  ['leverage', code.leverageIncorrect, 'contracts:leverage'],
  ['stop', code.stopLossUnreasonable, 'contracts:stopLoss'],
  ['target', code.takeProfitUnreasonable, 'contracts:takeProfit'],
] as const)('a refusal of the server about %s stands at its field until it changes', async (_at, number, key) => {
  server.on('openPosition', () => new Refusal(number, 'Refused.'));
  const { t, seen, field, fill, order, lots } = await tenth();
  await order();
  await expect.poll(() => noteOf(field(t(key)))).toBe('Refused.');
  expect(seen.placed).toBe(0);
  await fill(lots, '9');
  expect(isInvalid(field(t(key)))).toBe(false);
});

test('a refusal about no field stands above the button', async () => {
  server.on('openPosition', () => new Refusal(code.networkLimit, 'Too many positions on this connection.'));
  const { order, submit } = await tenth();
  await order();
  expect(await screen.findByText('Too many positions on this connection.')).toBeDefined();
  expect(submit().disabled).toBe(false);
});

test('without a rate of the quote asset nothing can be opened, and it says why', async () => {
  const { t, submit } = await showContractTicket({ terms: { quoteRate: null } });
  expect(screen.getByText(t('contracts:problem.noRate', { quote: 'USDT' }))).toBeDefined();
  await submit().click();
  expect(screen.queryByRole('group', { name: t('contracts:confirm.title') })).toBeNull();
});

test('the keyboard opens a position; German writes a comma', async () => {
  server.on('openPosition', () => POSITION);
  const { user, t, format, field, fill, lots, submit } = await showContractTicket({ language: 'de' });
  await fill(lots, '2,5');
  await user.keyboard('{ArrowUp}');
  expect(field(lots).value).toBe('2,51');
  const quantity = format.money('0.0251', 'BTC', { max: 8 });
  expect(quantity).toContain('0,0251');
  await expect.poll(() => submit().textContent).toBe(t('contracts:buyLots', { quantity, leverage: 10 }));
  await user.keyboard('{Enter}{Escape}');
  expect(screen.queryByRole('group', { name: t('contracts:confirm.title') })).toBeNull();
  field(lots).focus();
  await user.keyboard('{Enter}{Enter}');
  await expect.poll(() => server.sent('openPosition')[0]?.body).toMatchObject({ lots: '2.51', leverage: 10 });
});

test('in Arabic the page runs from right to left, and prices from left to right', async () => {
  const { t, format, field, lots } = await tenth({ language: 'ar' });
  expect(document.documentElement.dir).toBe('rtl');
  expect(field(lots).closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  expect(row(t('contracts:liquidation'))).toContain(bare(format.price('95547.77', 2)));
});

test('a visitor sees the sums and is offered the demo book in place of the order', async () => {
  const { t, format, submit } = await tenth({ isVisitor: true });
  expect(row(t('contracts:margin'))).toBe(bare(format.money('500', 'USDT')));
  expect(hasRow(t('contracts:balanceAfter'))).toBe(false);
  expect(await screen.findByRole('button', { name: t('trade:options.tryDemo') })).toBeDefined();
  expect(submit()).toBeUndefined();
});
