// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, isInvalid, noteOf, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, type RenderOptions, show, typeOver } from '@glasshouse/app/testing/show.tsx';
import type { Offer, Product } from '@glasshouse/trade/loans/sums';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { userInfoOf } from '../../testing/account.ts';
import { LoansPage } from './loans-page.tsx';

/** The terms of a first start. */
const PRODUCT: Product = {
  dailyRate: '0.0003',
  overdueRate: '0.0005',
  graceDays: 7,
  openRate: '0.8',
  warnRate: '0.87',
  coverRate: '0.85',
  sellRate: '0.93',
  saleRate: '0.003',
  freeReturnsYear: 2,
  freeReturnsUsed: 0,
  lender: 'Glasshouse Lending',
  law: '',
  interestFreeDays: 3,
  warnHours: 6,
  termsDays: [7, 14, 30, 60, 90, 180, 360],
  minimum: '100',
  maximum: '100000',
  basicRate: '0.2',
  fullRate: '0.8',
  pool: '1000000',
  offered: true,
};
/** Of somebody with the basic check, 5,000 USDT and a fifth of it to borrow. */
const OFFER: Offer = {
  ...PRODUCT,
  identity: 'basic',
  balanceValue: '5000',
  freeValue: '5000',
  free: [
    { symbol: 'BTC', amount: '0.01', value: '1000' },
    { symbol: 'USDT', amount: '4000', value: '4000' },
  ],
  limitRate: '0.2',
  limit: '1000',
  nextFreeReturnAt: null,
  obstacles: [],
  openLoanId: null,
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer()
    .on('getLoanProduct', () => PRODUCT)
    .on('getLoanTerms', () => OFFER)
    .on('listLoans', () => ({ items: [], next: null }))
    .on('getUserInfo', () => userInfoOf());
});

async function page(more: Partial<RenderOptions> = {}) {
  const shown = await show(<LoansPage />, {
    namespaces: ['loans', 'plans', 'kyc', 'account', 'wallet', 'trade'],
    ...more,
  });
  const { t, format, user } = shown;
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: t('loans:amount') });
  return {
    ...shown,
    amount,
    fill: (text: string) => typeOver(user, amount, text),
    term: (count: number) => screen.getByRole('button', { name: t('loans:days', { count }) }),
    slider: (name: string) => screen.getByRole<HTMLInputElement>('slider', { name }),
    read: () => screen.queryByRole<HTMLButtonElement>('button', { name: t('loans:read') }),
    usdt: (value: string) => plain(format.money(value, 'USDT')),
    money: (value: string) => bare(format.money(value, 'USDT')),
  };
}
const member = (more: Partial<RenderOptions> = {}) => page({ account: CUSTOMER, book: 'real', ...more });

test('a visitor calculates and is asked to log in; nothing can be asked for', async () => {
  const { t, format, amount, read, fill, money } = await page({ path: '/loan' });
  expect(screen.getByText(t('loans:login'))).toBeDefined();
  const login = screen.getByRole('link', { name: t('shell:tool.login') });
  expect(login.getAttribute('href')).toBe('/pass/login?next=%2Floan');
  expect(amount.value).toBe('30,000');
  await fill('1000');
  // 0.03 % a day for 27 of 30 days, which is 1.0081^(365/30) − 1 a year.
  // What is pledged is worth five fourths of it.
  expect(row(t('loans:field.totalInterest'))).toBe(money('8.1'));
  expect(row(t('loans:field.repaymentAmount'))).toBe(money('1008.1'));
  expect(row(t('loans:field.apr'))).toContain(bare(format.percent('0.1031', { min: 2, max: 2 })));
  expect(row(t('loans:field.pledgeValue'))).toBe(money('1250'));
  expect(read()).toBeNull();
  expect(server.sent('getLoanTerms')).toEqual([]);
});

test('the term is chosen by its mark, or by the slider, which says it in words', async () => {
  const { user, t, fill, term, slider, money } = await page();
  await fill('1000');
  await user.click(term(90));
  expect(term(90).getAttribute('aria-pressed')).toBe('true');
  expect(slider(t('loans:term')).getAttribute('aria-valuetext')).toBe(t('loans:days', { count: 90 }));
  expect(row(t('loans:field.totalInterest'))).toBe(money('26.1'));
  fireEvent.change(slider(t('loans:term')), { target: { value: '0' } });
  expect(term(7).getAttribute('aria-pressed')).toBe('true');
  expect(row(t('loans:field.totalInterest'))).toBe(money('1.2'));
});

test('the slider of the amount goes to the most there is, in round steps', async () => {
  const { t, amount, slider } = await page();
  fireEvent.change(slider(t('loans:amount')), { target: { value: '1000' } });
  expect(amount.value).toBe('100,000');
  fireEvent.change(slider(t('loans:amount')), { target: { value: '500' } });
  expect(amount.value).toBe('50,000');
});

test.each(['99.99', '100000.01'])('%s is out of range, which is said at the field', async (typed) => {
  const { t, amount, fill, usdt } = await page();
  await fill(typed);
  expect(isInvalid(amount)).toBe(true);
  expect(noteOf(amount)).toContain(t('loans:enter', { min: usdt('100'), max: usdt('100000') }).replace(/\s+/g, ' '));
  expect(row(t('loans:field.totalInterest'))).toBe('–');
  expect(screen.queryByRole('table', { name: t('loans:schedule') })).toBeNull();
});

test('on the demo account the page says to switch, and the calculator stays', async () => {
  const { t, read } = await page({ account: CUSTOMER, book: 'demo' });
  expect(await screen.findByText(t('loans:gate'))).toBeDefined();
  expect(screen.getByRole('button', { name: t('shell:book.toReal') })).toBeDefined();
  expect(read()).toBeNull();
});

test('who may borrow sees the limit, the coins that are pledged, and reads the agreement', async () => {
  server.on('prepareLoanAgreement', () => ({ id: 3 }) as never);
  const { user, t, format, fill, read } = await member();
  expect(
    screen.getByText(
      plain(
        t('loans:limitText', {
          rate: format.percent('0.2'),
          value: format.money('5000', 'USDT', { min: 2, max: 2 }),
          free: format.money('5000', 'USDT', { min: 2, max: 2 }),
        }),
      ),
    ),
  ).toBeDefined();
  await fill('900');
  // 1,125 of pledge: all of the bitcoin, which is worth 1,000, and the rest in USDT.
  expect(row(t('loans:field.pledge'))).toBe(bare(`${format.money('0.01', 'BTC')}${format.money('125', 'USDT')}`));
  await user.click(read()!);
  await expect.poll(() => window.location.pathname).toBe('/loan/agreement/3');
  expect(server.sent('prepareLoanAgreement')[0]?.body).toEqual({ amount: '900', termDays: 30 });
});

test('more than the limit cannot be asked for', async () => {
  const { amount, fill, read } = await member();
  await fill('1000.01');
  expect(isInvalid(amount)).toBe(true);
  expect(read()?.disabled).toBe(true);
});

test('an agreement that is refused says why', async () => {
  server.on('prepareLoanAgreement', () => new Refusal(code.notTradable, 'Not right now.'));
  const { user, read } = await member();
  await user.click(read()!);
  expect(await screen.findByText('Not right now.')).toBeDefined();
  expect(read()?.disabled).toBe(false);
});

test.each([
  ['notVerified', '/profile/identity', 'loans:verify'],
  ['balanceTooSmall', '/profile/balance', 'wallet:deposit.title'],
  ['loanOpen', '/loan/7', 'loans:openLoan'],
] as const)('what is in the way leads to what mends it: %s', async (obstacle, href, label) => {
  const openLoanId = obstacle === 'loanOpen' ? 7 : null;
  server.on(
    'getLoanTerms',
    (): Offer => ({ ...OFFER, identity: 'none', limit: '0', obstacles: [obstacle], openLoanId }),
  );
  const { t, read } = await member();
  const reason = screen.getByText(t(`loans:obstacle.${obstacle}`)).closest('li')!;
  expect(
    within(reason)
      .getByRole('link', { name: t(label) })
      .getAttribute('href'),
  ).toBe(href);
  expect(screen.getByText(t('loans:example'))).toBeDefined();
  expect(read()?.disabled).toBe(true);
});

test('terms that cannot be loaded are asked for again', async () => {
  server.on('getLoanProduct', () => new Refusal(500, 'Try again soon.', {}, 500));
  const { user, t } = await show(<LoansPage />, { namespaces: ['loans', 'plans'] });
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  server.on('getLoanProduct', () => PRODUCT);
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByRole('textbox', { name: t('loans:amount') })).toBeDefined();
});

test.each(['de', 'ar'] as const)('amounts as they are written: %s', async (language) => {
  const { t, fill, money } = await page({ language });
  await fill(language === 'de' ? '1.000,50' : '1000.50');
  expect(row(t('loans:field.totalInterest'))).toBe(money('8.10405'));
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
});
