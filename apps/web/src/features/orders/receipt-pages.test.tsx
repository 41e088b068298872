// @vitest-environment happy-dom
/** Receipts of plans, loans and conversions, and the page that a link shows to everybody. */
import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, hasRow, row, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Route } from 'wouter';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { watchDownloads } from '../../testing/downloads.ts';
import { boughtCoins, lostOption, SIGNER } from '../../testing/evidence.ts';
import { EARNING_PLAN } from '../../testing/plans.ts';
import { conversionOf, LOAN, loanOf, OPERATOR_KEY, planOf, sharedOf, TOKEN } from '../../testing/receipt-evidence.ts';
import { ConversionPage } from './conversion-page.tsx';
import { LoanReceiptPage } from './loan-receipt-page.tsx';
import { PlanPage } from './plan-page.tsx';
import { SharedPage } from './shared-page.tsx';

const PAGES: Readonly<Record<string, readonly [route: string, page: ComponentType]>> = {
  plan: ['/order/plan/:id', PlanPage],
  loan: ['/order/loan/:id', LoanReceiptPage],
  convert: ['/order/convert/:id', ConversionPage],
  shared: ['/receipt/:token', SharedPage],
};
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer()
    .on('getPlan', () => planOf())
    .on('getLoanReceipt', () => loanOf())
    .on('getConversion', () => conversionOf())
    .on('getMarketInfo', () => BITCOIN)
    .on('getSharedReceipt', () => sharedOf(lostOption(), 'option'))
    .on('getLogHash', ({ query }) => ({ seq: Number(query.seq), hash: sharedOf(lostOption(), 'option').entry.hash }))
    .on(
      'listPublicKeys',
      () => [SIGNER, OPERATOR_KEY].map((publicKey) => ({ publicKey })) as ResultOf<'listPublicKeys'>,
    )
    .on('getAnchor', () => new Refusal(code.nothingFound, 'No anchor yet.'))
    .on('listSharedReceipts', () => []);
});

async function page(name: keyof typeof PAGES & string, id: number | string, more: Partial<RenderOptions> = {}) {
  const namespaces = [
    ...(['order', 'trade', 'account', 'market', 'plans', 'loans', 'convert'] as const),
    ...(['funds', 'workspace', 'errors', 'guide', 'site'] as const),
  ];
  const [path, component] = PAGES[name]!;
  const route = <Route path={path} component={component} />;
  const account = name === 'shared' ? {} : { account: CUSTOMER };
  const shown = await show(route, { namespaces, path: path.replace(/:\w+/, String(id)), ...account, ...more });
  return {
    ...shown,
    /** Of all terms, which are folded: every amount to its last decimal. */
    term: (name: string) => row(name, screen.getByRole('region', { name: shown.t('common:word.allTerms') })),
    money: (value: string, asset = 'USDT') => bare(shown.format.money(value, asset)),
  };
}

test('a plan that earns: what was agreed, what was paid, and the penalty of leaving', async () => {
  const { t, format, money } = await page('plan', 3001);
  expect(await screen.findByRole('heading', { level: 1, name: EARNING_PLAN.name })).toBeDefined();
  expect(screen.getByText(t('plans:state.earning'))).toBeDefined();
  expect(row(t('plans:mine.principal'))).toBe(money('200'));
  expect(row(t('plans:sum.daily'))).toBe(money('0.04'));
  expect(row(t('plans:days'))).toBe('2/7');
  expect(row(t('plans:mine.earned'))).toBe(money('0.08'));
  expect(row(t('plans:sum.promised'))).toBe(money('0.28'));
  expect(row(t('plans:penalty'))).toBe(bare(format.percent('0.0007', { min: 2 })));
  expect(row(t('plans:sum.matures'))).toBe(bare(format.dateTime('2026-12-05T00:00:00.000Z')));
  expect(hasRow(t('plans:mine.net'))).toBe(false);
});

test('a plan that was left early: the penalty in money, and the yield less it', async () => {
  const closedAt = '2026-11-30T09:00:00.000Z';
  server.on('getPlan', () => planOf({ state: 'exited', penalty: '0.14', closedAt }));
  const { t, format } = await page('plan', 3001);
  expect(await screen.findByText(t('plans:state.exited'))).toBeDefined();
  expect(row(t('plans:penalty'))).toContain('0.14USDT');
  // 0.08 less 0.14.
  expect(row(t('plans:mine.net'))).toMatch(/[−-]0\.06/);
  expect(row(t('plans:sum.matures'))).toBe(bare(format.dateTime(closedAt)));
});

test('a plan has no price and no link for others, and its receipt is a file', async () => {
  const names = watchDownloads();
  const { user, t } = await page('plan', 3001);
  await user.click(await screen.findByRole('button', { name: t('trade:receipt.downloadReceipt') }));
  expect(names).toEqual(['glasshouse-order-3001.json']);
  expect(screen.queryByRole('button', { name: t('order:share.link') })).toBeNull();
  expect(screen.queryByRole('table', { name: t('trade:receipt.ticks') })).toBeNull();
  expect(rowCount(screen.getByRole('table', { name: t('trade:receipt.log') }))).toBe(boughtCoins().log.length);
});

test('a plan that does not exist says so and leads to the plans', async () => {
  server.on('getPlan', () => new Refusal(code.orderNotFound, 'There is no such plan.'));
  const { t } = await page('plan', 99);
  expect(await screen.findByText(t('guide:gone.order', { id: 99 }))).toBeDefined();
  expect(screen.getByRole('link', { name: t('shell:nav.plans') }).getAttribute('href')).toBe('/trading');
});

test('a loan: what was agreed, each pledge with its price, each payment with its interest', async () => {
  const { t, format, money } = await page('loan', 5, { book: 'real' });
  expect(await screen.findByText(t('loans:state.repaying'))).toBeDefined();
  expect(row(t('loans:amount'))).toBe(money('1000'));
  expect(row(t('loans:field.totalInterest'))).toBe(money('45'));
  expect(row(t('loans:field.apr'))).toBe(bare(format.percent('0.1825', { min: 2 })));
  const pledges = screen.getAllByText(t('loans:field.pledge')).map((term) => bare(term.parentElement!.textContent!));
  expect(pledges[0]).toContain(bare(`${format.money('0.02', 'BTC')} × ${format.number('96000')}`));
  expect(pledges[1]).toContain(money('80'));
  expect(pledges[1]).not.toContain('×');
  const paidAt = (at: string) => `${t('loans:field.repaid')} · ${format.dateTime(at)}`;
  // 200 of the loan and 12.50 of interest.
  expect(row(paidAt('2026-11-10T09:00:00.000Z'))).toContain(money('212.5'));
  expect(row(paidAt('2026-11-10T09:00:00.000Z'))).toContain(bare(`${t('loans:field.interest')}: 12.50 USDT`));
  expect(row(paidAt('2026-11-11T09:00:00.000Z'))).toBe(money('100'));
  expect(row(t('loans:field.principal'))).toBe(money('700'));
  expect(screen.getByRole('link', { name: t('loans:read') }).getAttribute('href')).toBe('/loan/agreement/3');
});

test('more payments than fit are one sum; before the payout there is no date of repayment', async () => {
  const payments = Array.from({ length: 13 }, (_, place) => ({
    ...LOAN.payments[1]!,
    seq: 80 + place,
  }));
  server.on('getLoanReceipt', () => loanOf({ payments, repaymentAt: null }));
  const { t, money } = await page('loan', 5, { book: 'real' });
  await screen.findByText(t('loans:state.repaying'));
  // 300 of the loan and 12.50 of interest.
  expect(row(t('loans:field.repaid'))).toContain(money('312.5'));
  expect(hasRow(t('loans:field.repaymentAt'))).toBe(false);
});

test('a loan that does not exist says so; one that could not be loaded is asked for again', async () => {
  server.on('getLoanReceipt', () => new Refusal(code.orderNotFound, 'There is no such loan.'));
  const gone = await page('loan', 99, { book: 'real' });
  expect(await screen.findByText(gone.t('guide:gone.order', { id: 99 }))).toBeDefined();
  gone.unmount();
  server.on('getLoanReceipt', () => new Refusal(500, 'Try again soon.', {}, 500));
  const { user, t } = await page('loan', 5, { book: 'real' });
  await screen.findByText('Try again soon.');
  server.on('getLoanReceipt', () => loanOf());
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText(t('loans:state.repaying'))).toBeDefined();
});

test('a conversion: both amounts, its price the way round that reads well, and its cost', async () => {
  const { t, format, money, term } = await page('convert', 2674);
  expect(await screen.findByRole('heading', { level: 1, name: 'USDT → BTC' })).toBeDefined();
  expect(term(t('convert:given'))).toBe(money('500'));
  expect(term(t('convert:received'))).toBe(money('0.00519', 'BTC'));
  // One divided by 0.00001038.
  expect(term(t('convert:price', { from: 'BTC' }))).toBe('96,339.11USDT');
  expect(term(t('convert:reference'))).toContain('96,019.19USDT');
  // 500 less 0.00519 × 96,019.19.
  expect(term(t('convert:spread'))).toContain('1.6604039USDT');
  expect(term(t('convert:spread'))).toContain(bare(`(${format.percent('0.003321', { min: 2, max: 4 })})`));
  // At a glance in cents; the ladder has the reference.
  expect(row(t('convert:spread'))).toBe('1.66USDT');
  expect(hasRow(t('convert:band'))).toBe(false);
});

test('the price of a conversion is named by its role and proved; a proof of another order does not fit', async () => {
  const { t } = await page('convert', 2674);
  expect(await screen.findByText(t('trade:receipt.notFit'))).toBeDefined();
  const ticks = screen.getByRole('table', { name: t('trade:receipt.ticks') });
  expect(within(ticks).getAllByRole('rowheader').at(-1)!.textContent).toBe(
    t('convert:tick.made', { market: 'BTCUSDT' }),
  );
  const last = rowCount(ticks);
  expect(cell(ticks, last, t('order:bid'))).toBe('96,018.30');
  expect(cell(ticks, last, t('order:ask'))).toBe('96,020.09');
  expect(cell(ticks, last, t('trade:order.proof'))).toBe(bare(t('trade:order.proofOk')));
});

test('a held price: how far the market could move, and the role of its price', async () => {
  server.on('getConversion', () => conversionOf({ bandRate: '0.001' }));
  const { t, format } = await page('convert', 2674);
  const ticks = await screen.findByRole('table', { name: t('trade:receipt.ticks') });
  expect(within(ticks).getByText(t('convert:tick.held', { market: 'BTCUSDT' }))).toBeDefined();
  expect(row(t('convert:band'))).toBe(bare(format.percent('0.001', { min: 2 })));
});

test('a link for others is made, shown and taken back', async () => {
  const links: ResultOf<'listSharedReceipts'>[number][] = [];
  server
    .on('listSharedReceipts', () => [...links])
    .on('shareReceipt', ({ body }) => {
      links.push({ ...body, token: TOKEN } as never);
      return { token: TOKEN } as never;
    })
    .on('unshareReceipt', () => {
      links.pop();
      return {} as never;
    });
  const { user, t } = await page('convert', 2674);
  await user.click(await screen.findByRole('button', { name: t('common:action.share') }));
  const dialog = await screen.findByRole('dialog', { name: t('common:action.share') });
  await user.click(await within(dialog).findByRole('button', { name: t('order:share.create') }));
  expect(await within(dialog).findByText(new RegExp(`/receipt/${TOKEN}$`))).toBeDefined();
  expect(server.sent('shareReceipt').at(-1)!.body).toEqual({ kind: 'conversion', id: 2674 });
  await user.click(within(dialog).getByRole('button', { name: t('order:share.end') }));
  expect(await within(dialog).findByRole('button', { name: t('order:share.create') })).toBeDefined();
  expect(within(dialog).queryByText(new RegExp(TOKEN))).toBeNull();
  pressEscape(dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('a refused link says why in its dialog', async () => {
  server.on('shareReceipt', () => new Refusal(code.tooManyShared, 'You share too many receipts.'));
  const { user, t } = await page('convert', 2674);
  await user.click(await screen.findByRole('button', { name: t('common:action.share') }));
  const dialog = await screen.findByRole('dialog', { name: t('common:action.share') });
  await user.click(await within(dialog).findByRole('button', { name: t('order:share.create') }));
  expect(await within(dialog).findByText('You share too many receipts.')).toBeDefined();
});

/** The verdict of each proof, in the order of the page. */
const verdicts = () =>
  screen
    .queryAllByRole('status')
    .flatMap((region) => [...region.querySelectorAll('li')])
    .map((item) => within(item).getByRole('img').getAttribute('aria-label'));

test('a shared option: what it came to, and four proofs made by the browser of its reader', async () => {
  const { t, format } = await page('shared', TOKEN);
  expect(await screen.findByText(t('common:book.demoAccount'))).toBeDefined();
  await expect.poll(verdicts).toEqual(Array(4).fill(t('trade:order.proofOk')));
  expect(row(t('trade:options.stake'))).toBe('100.00USDT');
  expect(row(t('order:net'))).toMatch(/^[−-]100\.00USDT$/);
  expect(row(t('trade:receipt.exitTick'))).toBe(format.price('96003.88', 2));
  expect(document.body.textContent).not.toContain(CUSTOMER.username);
});

test('a shared receipt that was altered fails where it was altered', async () => {
  server.on('getSharedReceipt', () => {
    const shared = sharedOf(lostOption(), 'option');
    return { ...shared, order: { ...shared.order, paid: '180', outcome: 'win' } } as never;
  });
  const { t } = await page('shared', TOKEN);
  const [holds, fails] = [t('trade:order.proofOk'), t('trade:order.proofBad')];
  await expect.poll(verdicts).toEqual([holds, fails, fails, holds]);
});

test('a log that lacks the entry fails; until it answers nothing is said about it', async () => {
  server.on('getLogHash', () => new Refusal(code.nothingFound, 'No such entry.'));
  const first = await page('shared', TOKEN);
  await expect.poll(() => verdicts().at(-1)).toBe(first.t('trade:order.proofBad'));
  first.unmount();
  server.on('getLogHash', () => new Promise(() => undefined));
  const { t } = await page('shared', TOKEN);
  await expect.poll(() => verdicts()[2]).toBe(t('trade:order.proofOk'));
  expect(verdicts().at(-1)).toBe(t('order:replay.unproved'));
});

test('a shared purchase shows what was bought, and its receipt is a file', async () => {
  const names = watchDownloads();
  server.on('getSharedReceipt', () => sharedOf(boughtCoins(), 'spot'));
  const { user, t, money } = await page('shared', TOKEN);
  await user.click(await screen.findByRole('button', { name: t('order:shared.download') }));
  expect(names).toEqual(['glasshouse-shared-2674.json']);
  expect(row(t('order:filled'))).toBe(money('0.005202', 'BTC'));
  expect(row(t('order:paid'))).toContain('USDT');
});

test('a link that is not shared any more says so', async () => {
  server.on('getSharedReceipt', () => new Refusal(code.nothingFound, 'No such receipt.'));
  const { t } = await page('shared', TOKEN);
  expect(await screen.findByText(t('order:shared.gone'))).toBeDefined();
  expect(screen.getByRole('link', { name: t('order:shared.open') }).getAttribute('href')).toBe('/');
});

test('in Arabic a conversion still reads from the coin given to the coin received', async () => {
  const { t } = await page('convert', 2674, { language: 'ar' });
  const heading = await screen.findByRole('heading', { level: 1, name: 'USDT → BTC' });
  expect(heading.querySelector('bdi')?.dir).toBe('ltr');
  expect(screen.getAllByText(plain(t('convert:given')))).toHaveLength(2);
});
