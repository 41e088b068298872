// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, isInvalid, noteOf, row, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { Plan, Product } from '@glasshouse/trade/plans/sums';
import { toasts } from '@glasshouse/ui';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { userInfoOf } from '../../testing/account.ts';
import { balancesOf } from '../../testing/balances.ts';
import { EARNING_PLAN, WEEK_PLAN } from '../../testing/plans.ts';
import { PlansPage } from './plans-page.tsx';

const SOLD_OUT: Product = { ...WEEK_PLAN, id: 2, name: 'Smart plan, 30 days', sale: 'full', onePerUser: false };
let server: FakeServer;
let products: readonly Product[];
let plans: readonly Plan[];
let isSmart: boolean;

beforeEach(() => {
  products = [WEEK_PLAN, SOLD_OUT];
  plans = [EARNING_PLAN];
  isSmart = true;
  server = new FakeServer()
    .on('listPlanProducts', () => ({
      at: '2026-11-30T01:00:00.000Z',
      smartTrading: isSmart,
      items: [...products],
    }))
    .on('listPlans', () => ({ items: [...plans], next: null }))
    .on('listPlanPayments', () => [
      { at: '2026-12-01T00:00:00.000Z', asset: 'USDT', yield: '0.04', principal: '0', plans: [3001] },
      { at: '2026-12-05T00:00:00.000Z', asset: 'USDT', yield: '0.04', principal: '200', plans: [3001] },
    ])
    .on('getUserInfo', () => userInfoOf())
    .on('listBalances', () => balancesOf('1000'));
});

async function page(more: Partial<RenderOptions> = {}) {
  const namespaces = ['plans', 'account', 'funds', 'wallet', 'trade', 'errors'] as const;
  const shown = await show(<PlansPage />, { namespaces, account: CUSTOMER, book: 'real', ...more });
  const { t, format, user } = shown;
  const list = await screen.findByRole('region', { name: t('plans:title') });
  /** The row of a product. */
  const card = (name: string) => {
    const found = within(list).getByRole('heading', { name }).closest<HTMLElement>('[data-product]');
    if (found === null) throw new Error(`no row of ${name}`);
    return found;
  };
  const press = (name: string, region: HTMLElement) => user.click(within(region).getByRole('button', { name }));
  const ticketOf = (name: string) => {
    const ticket = screen.getByRole('form', { name });
    return { ticket, amount: within(ticket).getByRole<HTMLInputElement>('textbox', { name: t('plans:range') }) };
  };
  const leaving = async () => {
    await user.click(await screen.findByRole('button', { name: t('plans:mine.exit') }));
    return screen.getByRole('dialog', { name: t('plans:exit.title') });
  };
  return {
    ...shown,
    card,
    press,
    ticketOf,
    leaving,
    usdt: (value: string) => format.money(value, 'USDT'),
    money: (value: string) => bare(format.money(value, 'USDT')),
  };
}

test('a product says what it pays, what is left of it, and what covers it', async () => {
  const { t, format, card } = await page();
  const week = card(WEEK_PLAN.name);
  const percent = (rate: string) => bare(format.percent(rate, { min: 2, max: 4 }));
  const text = bare(week.textContent);
  expect(text).toContain(bare(`${t('plans:total')}${percent('0.0014')}`));
  expect(text).toContain(bare(t('plans:onAmount', { amount: format.money('100', 'USDT', { min: 0, max: 8 }) })));
  expect(text).toContain(bare(format.signed('0.14')));
  expect(text).toContain(bare(format.duration(7 * 86_400, 'long')));
  const range = { min: format.number('100'), max: format.money('5000', 'USDT', { min: 0, max: 8 }) };
  expect(text).toContain(bare(t('plans:fromTo', range)));
  const places = { min: 2, max: 2 };
  const promised = { promised: format.number('500', places), cover: format.money('1970', 'USDT', places) };
  expect(text).toContain(bare(t('plans:promisedOf', promised)));
  const meter = within(week).getByRole('meter', { name: t('plans:meter') });
  expect(['value', 'max'].map((name) => meter.getAttribute(name))).toEqual(['500', '1970']);
});

test('a product that is chosen has the ticket, with the focus in its amount', async () => {
  products = [WEEK_PLAN, { ...SOLD_OUT, sale: 'open' }];
  const { t, card, press, ticketOf } = await page();
  ticketOf(WEEK_PLAN.name);
  expect(within(card(WEEK_PLAN.name)).getByRole('button', { name: t('plans:chosen') })).toBeDefined();
  await press(t('plans:choose'), card(SOLD_OUT.name));
  expect(document.activeElement).toBe(ticketOf(SOLD_OUT.name).amount);
  expect(screen.queryByRole('form', { name: WEEK_PLAN.name })).toBeNull();
  expect(within(card(WEEK_PLAN.name)).getByRole('button', { name: t('plans:choose') })).toBeDefined();
});

test('one that is sold out, or held and sold once, is not offered', async () => {
  products = [{ ...WEEK_PLAN, mine: 1 }, SOLD_OUT];
  const { t, card, ticketOf } = await page();
  for (const [name, state] of [
    [WEEK_PLAN.name, t('plans:state.earning')],
    [SOLD_OUT.name, t('plans:sale.full')],
  ] as const) {
    expect(within(card(name)).getByText(state)).toBeDefined();
    expect(within(card(name)).queryByRole('button', { name: t('plans:choose') })).toBeNull();
  }
  const { ticket } = ticketOf(WEEK_PLAN.name);
  expect(within(ticket).getByText(t('plans:one'))).toBeDefined();
  expect(within(ticket).getByRole<HTMLButtonElement>('button', { name: t('plans:buy') }).disabled).toBe(true);
});

test('while smart trading is off, a smart plan cannot be bought, and the switch says why', async () => {
  isSmart = false;
  const { user, t, ticketOf, usdt } = await page();
  const { ticket, amount } = ticketOf(WEEK_PLAN.name);
  await user.type(amount, '200');
  const name = t('plans:buyFor', { amount: usdt('200') });
  const buy = within(ticket).getByRole<HTMLButtonElement>('button', { name });
  expect(buy.disabled).toBe(true);
  expect(within(ticket).getByText(t('plans:switch.text'))).toBeDefined();
  await user.type(amount, '{Enter}');
  expect(server.sent('buyPlan')).toEqual([]);
});

test('a visitor sees the products and is asked to log in; nothing can be bought', async () => {
  const { t } = await show(<PlansPage />, { namespaces: ['plans', 'funds'] });
  expect(await screen.findByText(t('plans:login'))).toBeDefined();
  const login = screen.getByRole('link', { name: t('shell:tool.login') });
  expect(login.getAttribute('href')).toBe('/pass/login?next=%2Ftrading');
  expect(await screen.findAllByRole('button', { name: new RegExp(t('plans:source')) })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: t('plans:buy') })).toBeNull();
  expect(server.sent('listPlans')).toEqual([]);
});

test('on the demo account the page says to switch, and nothing can be bought', async () => {
  const { t } = await page({ book: 'demo' });
  expect(await screen.findByText(t('plans:gate'))).toBeDefined();
  expect(screen.getByRole('button', { name: t('shell:book.toReal') })).toBeDefined();
  expect(screen.queryByRole('button', { name: t('plans:buy') })).toBeNull();
  expect(screen.queryByRole('table', { name: t('plans:mine.title') })).toBeNull();
});

test('who funded the reserve is listed, page by page', async () => {
  const move = { seq: 2626, asset: 'USDT', amount: '2000', pool: '2000', hash: 'ab'.repeat(32) };
  const at = '2026-11-30T04:02:22.193Z';
  server.on('listPlanFunding', ({ query }) =>
    query.cursor === undefined
      ? { items: [{ ...move, kind: 'played' as const, operators: [], at }], next: 'more' }
      : { items: [{ ...move, seq: 12, kind: 'funded' as const, operators: [3, 4], at }], next: null },
  );
  const { user, t, card, money } = await page();
  await user.click(within(card(WEEK_PLAN.name)).getByRole('button', { name: new RegExp(t('plans:source')) }));
  const title = t('plans:reserve.title', { plan: WEEK_PLAN.name });
  const table = await screen.findByRole('table', { name: title, busy: false });
  expect(within(table).getByText(t('plans:reserve.played'))).toBeDefined();
  expect(cell(table, 1, t('plans:reserve.after'))).toBe(money('2000'));
  expect(cell(table, 1, t('plans:reserve.by'))).toBe('–');
  await user.click(screen.getByRole('button', { name: t('common:action.showMore') }));
  await expect.poll(() => rowCount(table)).toBe(2);
  expect(cell(table, 2, t('plans:reserve.by'))).toBe('3,4');
});

test('a purchase shows what it pays and what leaving costs, before anything is bought', async () => {
  server.on('buyPlan', () => EARNING_PLAN);
  const { user, t, ticketOf, press, usdt, money } = await page();
  const { ticket, amount } = ticketOf(WEEK_PLAN.name);
  await user.type(amount, '200');
  // 0.02 % a day for seven days; 0.07 % to leave.
  expect(row(t('plans:sum.daily'), ticket)).toContain(money('0.04'));
  expect(row(t('plans:sum.promised'), ticket)).toContain(money('0.28'));
  expect(row(t('plans:sum.end'), ticket)).toContain(money('200.28'));
  expect(row(t('plans:sum.exit'), ticket)).toContain(money('199.86'));
  await press(t('plans:buyFor', { amount: usdt('200') }), ticket);
  await expect.poll(() => amount.value).toBe('');
  const [bought] = server.sent('buyPlan');
  expect(bought?.body).toEqual({ productId: 1, amount: '200', days: 7, version: 1 });
  expect(bought?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  expect(toasts.read().at(-1)?.title).toBe(t('plans:bought'));
});

test.each(['99', '5000.01'])('%s is out of range, which is said at the field', async (typed) => {
  const { user, t, ticketOf, press, usdt } = await page();
  const { ticket, amount } = ticketOf(WEEK_PLAN.name);
  await user.type(amount, typed);
  expect(row(t('plans:sum.promised'), ticket)).toBe('–');
  await press(t('plans:buy'), ticket);
  expect(isInvalid(amount)).toBe(true);
  expect(noteOf(amount)).toContain(plain(t('plans:enter', { min: usdt('100'), max: usdt('5000') })));
  expect(server.sent('buyPlan')).toEqual([]);
});

test('a refusal stands in the ticket with the amount; while it is sent, nothing is sent again', async () => {
  server.on('buyPlan', () => new Refusal(code.planTermsChanged, 'The terms have changed.'));
  const { user, t, ticketOf, press, usdt } = await page();
  const { ticket, amount } = ticketOf(WEEK_PLAN.name);
  await user.type(amount, '200');
  await press(t('plans:buyFor', { amount: usdt('200') }), ticket);
  expect(await within(ticket).findByText('The terms have changed.')).toBeDefined();
  expect(amount.value).toBe('200');
  server.on('buyPlan', () => new Promise(() => undefined));
  await user.type(amount, '{Enter}');
  await expect.poll(() => server.sent('buyPlan').length).toBe(2);
  await user.type(amount, '{Enter}');
  expect(server.sent('buyPlan')).toHaveLength(2);
});

test('smart trading is switched on at once, and what the server says of it is shown', async () => {
  isSmart = false;
  server.on('setSmartTrading', ({ body }) => {
    isSmart = body.enabled;
    return { enabled: body.enabled };
  });
  const { user, t } = await page();
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: t('plans:switch.label') });
  expect(toggle.checked).toBe(false);
  await user.click(toggle);
  await expect.poll(() => toggle.checked).toBe(true);
  expect(server.sent('setSmartTrading')[0]?.body).toEqual({ enabled: true });
});

test('plans of my own: what they earned, and when they pay; one that was left, with its penalty', async () => {
  plans = [
    EARNING_PLAN,
    { ...EARNING_PLAN, id: 3000, state: 'exited', penalty: '0.14', closedAt: '2026-11-29T00:00:00.000Z' },
  ];
  const { t, money } = await page();
  const mine = await screen.findByRole('table', { name: t('plans:mine.title'), busy: false });
  expect(cell(mine, 1, t('plans:mine.principal'))).toBe(money('200'));
  expect(cell(mine, 1, t('plans:mine.earned'))).toBe(money('0.08'));
  expect(cell(mine, 1, t('plans:days'))).toBe('2/7');
  // 0.08 less 0.14.
  expect(cell(mine, 2, t('plans:mine.earned'))).toBe(bare(`${money('0.08')}${t('plans:mine.net')}${money('-0.06')}`));
  expect(within(mine).getAllByRole('button', { name: t('plans:mine.exit') })).toHaveLength(1);
  const link = within(mine).getAllByRole('link', { name: t('plans:mine.details') })[0];
  expect(link?.getAttribute('href')).toBe('/order/plan/3001');
  const calendar = screen.getByRole('table', { name: t('plans:calendar.title') });
  expect(cell(calendar, 1, t('plans:mine.principal'))).toBe('–');
  expect(cell(calendar, 2, t('plans:mine.principal'))).toBe(money('200'));
});

test('leaving early says what it costs, what comes back, and what is lost', async () => {
  server.on('exitPlan', () => ({ ...EARNING_PLAN, state: 'exited' as const }));
  const { t, leaving, press, usdt, money } = await page();
  const dialog = await leaving();
  expect(row(t('plans:penalty'), dialog)).toContain(money('0.14'));
  expect(row(t('plans:exit.back'), dialog)).toContain(money('199.86'));
  expect(row(t('plans:exit.kept'), dialog)).toBe(money('0.08'));
  // Five days of 0.04.
  expect(row(t('plans:exit.lost'), dialog)).toContain(money('0.2'));
  expect(row(t('plans:mine.net'), dialog)).toBe(money('-0.06'));
  await press(t('plans:exit.confirm', { amount: usdt('0.14') }), dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('exitPlan')[0]?.body).toEqual({ id: 3001 });
  expect(toasts.read().at(-1)?.title).toBe(t('plans:exit.done'));
});

test('an exit that is refused says why, and the plan goes on', async () => {
  server.on('exitPlan', () => new Refusal(code.orderAlreadyFinal, 'It has already ended.'));
  const { user, t, leaving, press, usdt } = await page();
  const dialog = await leaving();
  await press(t('plans:exit.confirm', { amount: usdt('0.14') }), dialog);
  expect(await within(dialog).findByText('It has already ended.')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: t('common:action.cancel') }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('nothing bought yet, and products that cannot be loaded', async () => {
  plans = [];
  const { t, unmount } = await page();
  expect(await screen.findByText(t('plans:mine.empty'))).toBeDefined();
  unmount();
  server.on('listPlanProducts', () => new Refusal(500, 'Try again soon.', {}, 500));
  const failed = await show(<PlansPage />, { namespaces: ['plans', 'funds'] });
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  expect(failed.getByRole('button', { name: t('common:action.retry') })).toBeDefined();
});

test.each(['de', 'ar'] as const)('amounts as they are written: %s', async (language) => {
  const { user, t, ticketOf, money } = await page({ language });
  const { ticket, amount } = ticketOf(plain(WEEK_PLAN.name));
  await user.type(amount, language === 'de' ? '200,5' : '200.5');
  expect(row(t('plans:sum.daily'), ticket)).toContain(money('0.0401'));
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
});
