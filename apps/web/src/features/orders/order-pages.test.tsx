// @vitest-environment happy-dom
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, row, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Route } from 'wouter';
import { BITCOIN } from '../../testing/bitcoin.ts';
import { boughtCoins, closedContract, lostOption, SIGNER } from '../../testing/evidence.ts';
import { tick } from '../../testing/market.ts';
import { PLACED_OPTION } from '../../testing/options-orders.ts';
import { ContractOrderPage } from './contract-order-page.tsx';
import { OrderPage } from './order-page.tsx';
import { SpotOrderPage } from './spot-order-page.tsx';

const PAGES: Readonly<Record<'options' | 'spot' | 'contracts', ComponentType>> = {
  options: OrderPage,
  spot: SpotOrderPage,
  contracts: ContractOrderPage,
};
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer()
    .on('getOptionOrder', lostOption)
    .on('getSpotOrder', boughtCoins)
    .on('getPosition', closedContract)
    .on('getMarketInfo', () => BITCOIN)
    .on('listPublicKeys', () => [
      {
        keyId: '20495f925f7e85c6',
        algorithm: 'ed25519' as const,
        publicKey: SIGNER,
        validFrom: '2026-11-30T04:02:25.568Z',
        validTo: null,
      },
    ])
    .on('getAnchor', () => new Refusal(code.nothingFound, 'No anchor yet.'));
});

async function page(product: keyof typeof PAGES, id: number | string, more: Partial<RenderOptions> = {}) {
  const namespaces = [
    ...(['order', 'trade', 'account', 'market', 'contracts', 'workspace', 'errors', 'guide'] as const),
    ...(['site', 'portfolio', 'convert'] as const),
  ];
  const path = `/order/${product}/${id}`;
  const route = <Route path={`/order/${product}/:id`} component={PAGES[product]} />;
  const shown = await show(route, { namespaces, account: CUSTOMER, path, ...more });
  const { t, format } = shown;
  tick(BITCOIN, { bid: 95_949, ask: 95_951, price: 95_950 });
  return {
    ...shown,
    money: (value: string) => bare(format.money(value, 'USDT')),
    table: (name: string) => screen.findByRole('table', { name }),
    /** Of all terms, which are folded: every amount to its last decimal. */
    term: (name: string) => row(name, screen.getByRole('region', { name: t('common:word.allTerms') })),
    /** The sentence about the whole receipt. */
    verdict: (...keys: Parameters<typeof t>[0][]) => screen.findByText(keys.map((key) => t(key)).join(' ')),
  };
}

test('an option: its terms and its end, and what it came to', async () => {
  const { t, format, money, term } = await page('options', 2672);
  expect(await screen.findByRole('heading', { level: 1, name: /BTC\/USDT/ })).toBeDefined();
  expect(row(t('trade:options.stake'))).toBe(money('100'));
  expect(term(t('trade:order.period'))).toBe(bare(format.duration(30)));
  expect(term(t('trade:order.payoutRate'))).toBe(bare(format.percent('0.8')));
  expect(term(t('trade:options.profitIfRight'))).toBe(money('80'));
  expect(term(t('trade:order.entry'))).toBe(format.price('96019.19', 2));
  expect(term(t('trade:order.exit'))).toBe(format.price('96003.88', 2));
  expect(term(t('trade:orders.paid'))).toBe(money('0'));
  expect(term(t('order:net'))).toContain('100.00USDT');
  // At a glance: the result, and what decided it.
  expect(document.querySelector(`[aria-description="${t('order:net')}"]`)!.textContent).toContain('100.00');
  expect(row(t('trade:options.stake'))).toBe(money('100'));
  expect(term(t('trade:order.ticksInWindow'))).toBe('30');
  expect(screen.getByText(t('trade:receipt.ruleLoseUp'), { exact: false })).toBeDefined();
});

test('its prices are named by their role and proved by the browser; the signer is remembered', async () => {
  const { t, table, verdict, unmount } = await page('options', 2672);
  const ticks = await table(t('trade:receipt.ticks'));
  expect(
    within(ticks)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual([t('trade:receipt.entryTick'), t('trade:receipt.exitTick'), t('trade:receipt.nextTick')]);
  expect(await verdict('trade:receipt.unknownSigner', 'trade:receipt.resultFits')).toBeDefined();
  for (const place of [1, 2, 3])
    expect(cell(ticks, place, t('trade:order.proof'))).toBe(bare(t('trade:order.proofOk')));
  unmount();
  const again = await page('options', 2672);
  expect(await again.verdict('trade:receipt.verified', 'trade:receipt.resultFits')).toBeDefined();
});

test('a result that was altered does not fit what was sealed', async () => {
  server.on('getOptionOrder', () => ({ ...lostOption(), outcome: 'win' as const, paid: '180' }));
  const { verdict } = await page('options', 2672);
  expect(await verdict('trade:receipt.notFit')).toBeDefined();
});

test('a price that is not the signed one is told, in its row and of the whole', async () => {
  const forged = lostOption();
  server.on('getOptionOrder', () => ({
    ...forged,
    receipt: forged.receipt && {
      ...forged.receipt,
      ticks: forged.receipt.ticks.map((proven, place) =>
        place === 1 ? { ...proven, tick: { ...proven.tick, mid: '96103.88' } } : proven,
      ),
    },
  }));
  const { t, table, verdict } = await page('options', 2672);
  expect(await verdict('trade:receipt.notFit')).toBeDefined();
  const ticks = await table(t('trade:receipt.ticks'));
  expect(cell(ticks, 2, t('trade:order.proof'))).toBe(bare(t('trade:order.proofBad')));
  expect(cell(ticks, 1, t('trade:order.proof'))).toBe(bare(t('trade:order.proofOk')));
});

test('another signing key is told until it is trusted', async () => {
  localStorage.setItem('glasshouse.signingKeys', JSON.stringify(['ab'.repeat(32)]));
  const { user, t, verdict } = await page('options', 2672);
  expect(await screen.findByText(t('trade:receipt.keyChanged'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('trade:receipt.trustKey') }));
  expect(await verdict('trade:receipt.verified', 'trade:receipt.resultFits')).toBeDefined();
  expect(screen.queryByText(t('trade:receipt.keyChanged'))).toBeNull();
});

test('a proof that is not signed yet is pending', async () => {
  const early = lostOption();
  server.on('getOptionOrder', () => ({
    ...early,
    receipt: early.receipt && {
      ...early.receipt,
      ticks: early.receipt.ticks.map((proven, place) => (place === 0 ? proven : { ...proven, receipt: null })),
    },
  }));
  const { t, table } = await page('options', 2672);
  expect(await screen.findByText(t('guide:pane.pending', { number: '#522' }))).toBeDefined();
  const ticks = await table(t('trade:receipt.ticks'));
  expect(cell(ticks, 3, t('trade:order.proof'))).toBe(bare(t('trade:order.proofPending')));
});

test('its ledger lines and log entries are there, each with its number', async () => {
  const { t, table } = await page('options', 2672);
  const lines = await table(t('account:statement.title'));
  expect(rowCount(lines)).toBe(lostOption().receipt?.lines.length);
  expect(cell(lines, 1, t('account:statement.logEntry'))).toMatch(/^#\d+$/);
  const log = await table(t('trade:receipt.log'));
  expect(
    within(log)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['options.buy', 'options.enter', 'options.settle']);
});

test('an option that runs has its standing and no receipt yet', async () => {
  const entry = { seq: 37, price: '95900', bid: '95899', ask: '95901', at: new Date(Date.now() - 1_000).toISOString() };
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  server.on('getOptionOrder', () => ({
    ...PLACED_OPTION,
    state: 'open' as const,
    entry,
    expiresAt,
    receipt: null,
    proof: null,
  }));
  const { t } = await page('options', 2641);
  expect(await screen.findByText(t('trade:order.pending'))).toBeDefined();
  expect(screen.getByRole('timer', { name: t('trade:orders.timeLeft') })).toBeDefined();
  expect(screen.getByText(t('trade:orders.ahead'), { exact: false })).toBeDefined();
  expect(screen.queryByRole('button', { name: t('trade:receipt.verify') })).toBeNull();
});

test('a spot order: its fill, its fee, and what was paid', async () => {
  const { t, format, money, table, verdict, term } = await page('spot', 2674);
  const fills = await table(t('order:fills'));
  expect(cell(fills, 1, t('trade:order.price'))).toBe(format.price('96020.09', 2));
  expect(cell(fills, 1, t('order:quantity'))).toBe('0.005202BTC');
  expect(cell(fills, 1, t('order:role'))).toBe(bare(t('order:taker')));
  expect(cell(fills, 1, t('order:otherSide'))).toBe(bare(t('order:house')));
  expect(term(t('order:spend'))).toBe(money('500'));
  expect(term(t('order:worstPrice'))).toBe(format.price('96974.68', 2));
  expect(term(t('order:filledValue'))).toBe('499.49650818USDT');
  expect(term(t('common:word.fee'))).toBe('0.49949651USDT');
  // 499.49650818 and a thousandth of it.
  expect(term(t('order:paid'))).toContain('499.99600469USDT');
  expect(row(t('order:paid'))).toBe('500.00USDT');
  expect(await verdict('trade:receipt.unknownSigner', 'trade:receipt.resultFits')).toBeDefined();
  expect(cell(fills, 1, t('trade:order.proof'))).toBe(bare(t('trade:order.proofOk')));
});

test('a spot order without fills says so', async () => {
  const { order, ...evidence } = boughtCoins();
  const none = { fills: [], filledQuantity: '0', filledAmount: '0', averagePrice: null, fee: '0' };
  server.on('getSpotOrder', () => ({ ...evidence, order: { ...order, ...none, state: 'revoked' as const } }));
  const { t } = await page('spot', 2674);
  expect(await screen.findByText(t('order:noFills'))).toBeDefined();
  expect(screen.getByText(t('order:spotState.revoked'))).toBeDefined();
});

test('a contract: its steps, and its sums as anybody can work them out', async () => {
  const { t, format, table, verdict, term } = await page('contracts', 2673);
  const steps = await table(t('order:steps'));
  expect(
    within(steps)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual([t('order:step.placed'), t('order:step.opened'), t('order:step.closeAsked'), t('order:closedBy.user')]);
  expect(cell(steps, 2, t('trade:order.price'))).toBe(format.price('96020.09', 2));
  expect(cell(steps, 4, t('order:pnl'))).toContain('0.496USDT');
  expect(term(t('order:margin'))).toBe('480.10045USDT');
  // Outside of the list in cents, and adding up as shown: −0.50 less 9.60 is −10.10.
  expect(row(t('order:margin'))).toBe('480.10USDT');
  expect(document.querySelector(`[aria-description="${t('order:net')}"]`)!.textContent).toContain('10.10');
  expect(row(t('order:fees'))).toBe('4.80+4.80USDT');
  expect(screen.getByText(/−0\.50/)).toBeDefined();
  const sums = screen.getByRole('heading', { name: t('order:sums') }).closest('section')!;
  const [close, open] = ['96015.13', '96020.09'].map((price) => format.price(price, 2));
  expect(row(t('order:closedBy.user'), sums)).toBe(bare(`10 × 0.01 × (${close} − ${open}) = −0.496 USDT`));
  expect(row(t('order:fees'), sums)).toContain('9.601761USDT');
  // −0.496 less 4.8010045 and 4.8007565.
  expect(row(t('order:net'), sums)).toContain('10.097761USDT');
  expect(await verdict('trade:receipt.unknownSigner', 'trade:receipt.resultFits')).toBeDefined();
});

test('an order that does not exist says so', async () => {
  server.on('getOptionOrder', () => new Refusal(code.orderNotFound, 'There is no such order.'));
  const { t } = await page('options', 99);
  expect(await screen.findByText(t('guide:gone.order', { id: 99 }))).toBeDefined();
  expect(screen.getByText(t('guide:gone.otherBook'))).toBeDefined();
});

test('a page that could not be loaded is asked for again', async () => {
  server.on('getSpotOrder', () => new Refusal(500, 'Try again soon.', {}, 500));
  const { user, t, table } = await page('spot', 2674);
  expect(await screen.findByText('Try again soon.')).toBeDefined();
  server.on('getSpotOrder', boughtCoins);
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await table(t('order:fills'))).toBeDefined();
});

test.each(['de', 'ar'] as const)(
  'figures and moments are written as the language writes them: %s',
  async (language) => {
    const { t, format, term } = await page('options', 2672, { language });
    expect(await screen.findByText(plain(t('trade:receipt.ruleLoseUp')), { exact: false })).toBeDefined();
    expect(term(t('trade:order.entry'))).toBe(bare(format.price('96019.19', 2)));
    if (language === 'de') expect(term(t('trade:order.entry'))).toBe('96.019,19');
    expect(term(t('trade:orders.placed'))).toBe(bare(format.dateTime('2026-11-30T04:10:37.132Z')));
  },
);
