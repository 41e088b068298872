// @vitest-environment happy-dom
/** Receipts of deposits and withdrawals: sum, steps, proof, and what can be done. */
import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, hasRow, row, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Route } from 'wouter';
import { CREDITED_DEPOSIT, REPORTED_DEPOSIT, WITHDRAWAL } from '../../testing/funds.ts';
import { loneFigures } from '../../testing/lone-figures.ts';
// Comes with the first figure that is opened; here before any test counts its time.
import '../../parts/reasons/derivation-body.tsx';
import { DepositReceiptPage } from './deposit-receipt-page.tsx';
import { WithdrawalReceiptPage } from './withdrawal-receipt-page.tsx';

type Deposit = ResultOf<'getDeposit'>;
type Withdrawal = ResultOf<'getWithdrawal'>;

const SENT: Withdrawal = {
  ...WITHDRAWAL,
  state: 'sent',
  txHash: 'b2'.repeat(32),
  canCancel: false,
  timeline: [
    {
      step: 'requested',
      at: '2026-11-30T01:00:00.000Z',
      dueAt: null,
      note: null,
      seq: 2700,
      lines: [
        { reason: 'withdrawal.hold', account: 'available', symbol: 'USDT', amount: '-2000' },
        { reason: 'withdrawal.hold', account: 'held', symbol: 'USDT', amount: '2000' },
      ],
    },
    { step: 'sent', at: '2026-11-30T02:23:33.858Z', dueAt: null, note: 'b2'.repeat(32), seq: 2714, lines: [] },
    { step: 'confirmed', at: null, dueAt: null, note: null, seq: null, lines: [] },
  ],
};
/** 1998 less two thousandths, at 1.0913 dollars for a euro. */
const BY_BANK: Withdrawal = {
  ...SENT,
  method: 'bank',
  network: null,
  address: 'SE45 •••• 7466',
  txHash: 'SEBA 77',
  payout: {
    currency: 'EUR',
    amount: '1827.18',
    price: '1.0913',
    spread: '0.002',
    isEstimate: false,
    code: 'EURUSD',
    tick: 5,
  },
};
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

const NAMESPACES = ['wallet', 'order', 'trade', 'convert', 'guide', 'account', 'funds', 'errors'] as const;

async function receipt(kind: 'deposit' | 'withdrawal', id: number, more: Partial<RenderOptions> = {}) {
  const page = await show(
    <Route path={`/order/${kind}/:id`} component={kind === 'deposit' ? DepositReceiptPage : WithdrawalReceiptPage} />,
    { namespaces: NAMESPACES, path: `/order/${kind}/${id}`, account: CUSTOMER, book: 'real', ...more },
  );
  return { ...page, pane: () => screen.findByRole('article') };
}
async function ofDeposit(deposit: Deposit, more: Partial<RenderOptions> = {}) {
  server.on('getDeposit', () => deposit);
  return receipt('deposit', deposit.id, more);
}
async function ofWithdrawal(withdrawal: Withdrawal, more: Partial<RenderOptions> = {}) {
  server.on('getWithdrawal', () => withdrawal);
  return receipt('withdrawal', withdrawal.id, more);
}

test('a credited deposit: its sum, its facts, and the transaction that proves it', async () => {
  const { t, format, pane } = await ofDeposit(CREDITED_DEPOSIT);
  const article = await pane();
  const title = t('wallet:deposit.titleOf', { symbol: 'USDT', number: 31 });
  expect(within(article).getByRole('heading', { level: 1, name: title })).toBeDefined();
  expect(bare(article.textContent)).toContain(
    bare(t('wallet:sentence.credited', { amount: format.money('499.5', 'USDT') })),
  );
  expect(row(t('wallet:deposit.claimed'), article)).toBe(bare(format.money('500', 'USDT')));
  expect(row(t('wallet:network'), article)).toBe('TRC20');
  expect(screen.getByText(t('wallet:proof.chain'))).toBeDefined();
  expect(screen.getAllByTitle(CREDITED_DEPOSIT.txHash ?? '')[0]?.dir).toBe('ltr');
  // Nothing of it was signed: no seal.
  expect(document.querySelector('svg[data-state]')).toBeNull();
  const lines = screen.getByRole('table', { name: t('trade:receipt.ledger') });
  expect(rowCount(lines)).toBe(1);
  expect(cell(lines, 1, t('account:statement.change'))).toBe('+499.50USDT');
  expect(cell(lines, 1, t('account:statement.logEntry'))).toBe('#40');
  const back = screen.getByRole('link', { name: t('wallet:deposit.list') });
  expect(back.getAttribute('href')).toBe('/profile/balance');
  const statement = screen.getByRole('link', { name: t('wallet:ledgerLines') });
  expect(statement.getAttribute('href')).toBe('/zjxq?reason=deposit&asset=USDT#lines');
});

test('a bank transfer counts in its currency until it is credited, and has no proof yet', async () => {
  const { t, format, pane } = await ofDeposit(REPORTED_DEPOSIT);
  const article = await pane();
  expect(bare(article.textContent)).toContain(bare(format.money('2500', 'EUR')));
  expect(within(article).getByText(t('wallet:sentence.waiting'))).toBeDefined();
  expect(row(t('wallet:bank.reference'), article)).toBe('GH-1001-32');
  expect(hasRow(t('wallet:network'))).toBe(false);
  expect(screen.queryByText(t('guide:pane.proof'))).toBeNull();
  expect(screen.queryByRole('link', { name: t('wallet:ledgerLines') })).toBeNull();
});

test('confirmations are counted at their step, never above what is needed', async () => {
  const timeline: Deposit['timeline'] = [
    { step: 'seen', at: '2026-11-29T08:30:00.000Z', dueAt: null, note: null, seq: 31, lines: [] },
    { step: 'confirmed', at: null, dueAt: null, note: null, seq: null, lines: [] },
  ];
  const { t } = await ofDeposit({
    ...CREDITED_DEPOSIT,
    state: 'confirming',
    credited: null,
    confirmations: 25,
    timeline,
  });
  const counted = t('wallet:deposit.counted', { count: 20, needed: 20 });
  const step = (await screen.findByText(counted)).closest('li');
  expect(step?.getAttribute('aria-current')).toBe('step');
});

test('a refusal says why, in the sentence and at the step where it happened', async () => {
  const { t, pane } = await ofDeposit({
    ...CREDITED_DEPOSIT,
    state: 'rejected',
    credited: null,
    reason: 'notFound',
    reasonText: 'We found no such transfer.',
    timeline: [
      { step: 'claimed', at: '2026-11-29T08:30:00.000Z', dueAt: null, note: null, seq: 10, lines: [] },
      { step: 'rejected', at: '2026-11-29T09:30:00.000Z', dueAt: null, note: null, seq: 11, lines: [] },
    ],
  });
  const article = await pane();
  expect(article.textContent).toContain(`${t('wallet:sentence.nothing')} We found no such transfer.`);
  const what = t('wallet:deposit.titleOf', { symbol: 'USDT', number: 31 });
  const timeline = screen.getByRole('list', { name: t('wallet:timeline.label', { what }) });
  expect(within(timeline).getByText('We found no such transfer.')).toBeDefined();
});

test('what is held back, or above a limit, is named with its amount', async () => {
  const held = { deposit: 31, symbol: 'USDT', amount: '499.5', state: 'held' } as Deposit['held'];
  const { t, format, pane } = await ofDeposit({ ...CREDITED_DEPOSIT, frozen: '120.25', held });
  const article = await pane();
  expect(row(t('wallet:deposit.frozen'), article)).toBe(bare(format.money('120.25', 'USDT')));
  expect(row(t('wallet:deposit.heldOverLimit'), article)).toBe(bare(format.money('499.5', 'USDT')));
  expect(bare(article.textContent)).toContain(
    bare(t('wallet:sentence.held', { amount: format.money('499.5', 'USDT') })),
  );
});

test('a withdrawal: what arrives opens into the amount less the fee', async () => {
  const { t, format, pane } = await ofWithdrawal(SENT);
  const article = await pane();
  await act(async () => article.querySelector<HTMLElement>('button[data-derived]')?.click());
  const why = await screen.findByRole('dialog');
  await within(why).findAllByText(t('wallet:withdraw.taken'));
  expect(bare(why.textContent)).toContain(bare(format.money('1998', 'USDT')));
  expect(bare(why.textContent)).toContain(`2,000.00${bare(t('wallet:withdraw.taken'))}`);
  expect(bare(why.textContent)).toContain(`−2.00${bare(t('common:word.fee'))}`);
});

test('a transfer of coins has a network and an address, and its lines are those of each step', async () => {
  const { t, pane } = await ofWithdrawal(SENT);
  const article = await pane();
  expect(within(article).getByText(t('wallet:withdraw.step.confirmed'))).toBeDefined();
  expect(row(t('wallet:network'), article)).toBe('TRC20');
  expect(hasRow(t('wallet:withdraw.address'))).toBe(true);
  expect(rowCount(screen.getByRole('table', { name: t('trade:receipt.ledger') }))).toBe(2);
  expect(screen.queryByRole('button', { name: t('wallet:withdraw.cancel') })).toBeNull();
});

test('a bank transfer pays out its currency, less the spread, and no network is named', async () => {
  const { t, pane } = await ofWithdrawal(BY_BANK);
  const article = await pane();
  expect(within(article).getByText(t('wallet:bank.confirmed'))).toBeDefined();
  expect(row(t('wallet:withdraw.arrives'), article)).toBe('1,827.18EUR');
  expect(row(t('wallet:bank.accountNumber'), article)).toBe('SE45••••7466');
  expect(screen.queryByText(t('wallet:withdraw.step.confirmed'))).toBeNull();
  expect(screen.queryByText(t('wallet:hash'))).toBeNull();
  await act(async () => article.querySelector<HTMLElement>('button[data-derived]')?.click());
  const why = await screen.findByRole('dialog');
  expect((await within(why).findAllByText(t('wallet:withdraw.rate'))).length).toBeGreaterThan(0);
  expect(bare(why.textContent)).toContain('1.0913');
});

test('one that nobody has approved can be cancelled; the amount is free again', async () => {
  const cancelled: Withdrawal = { ...WITHDRAWAL, state: 'cancelled', canCancel: false };
  server.on('cancelWithdrawal', () => {
    server.on('getWithdrawal', () => cancelled);
    return cancelled;
  });
  const { user, t } = await ofWithdrawal(WITHDRAWAL);
  await user.click(await screen.findByRole('button', { name: t('wallet:withdraw.cancel') }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: t('wallet:withdraw.cancel') }));
  expect(await screen.findByText(t('wallet:withdraw.released'))).toBeDefined();
  expect(screen.getByText(t('wallet:withdraw.state.cancelled'))).toBeDefined();
  expect(server.sent('cancelWithdrawal').at(-1)?.body).toMatchObject({ id: WITHDRAWAL.id });
});

test.each<[what: string, show: () => Promise<unknown>, alone: readonly string[]]>([
  // Booked: its ledger line is beside it.
  ['a deposit', () => ofDeposit(CREDITED_DEPOSIT), ['499.50USDT', '500.00USDT']],
  // The fee is an input of what arrives.
  ['a withdrawal', () => ofWithdrawal(SENT), []],
  // Both are inputs of what arrives, two levels below what the bank pays out.
  ['a withdrawal by bank', () => ofWithdrawal(BY_BANK), ['2,000.00USDT', '2.00USDT']],
])('%s: its figures open, or are listed with a reason', async (_, showPage, alone) => {
  await showPage();
  expect(await loneFigures()).toEqual(alone);
});

test('one that does not exist leads to the list', async () => {
  server.on('getDeposit', () => new Refusal(code.nothingFound, 'There is nothing.'));
  const { t } = await receipt('deposit', 99);
  expect(await screen.findByText(t('guide:gone.page'))).toBeDefined();
  expect(screen.getByRole('link', { name: t('wallet:deposit.list') }).getAttribute('href')).toBe('/profile/balance');
});

test('in Arabic the words mirror and the digits stay', async () => {
  const { pane } = await ofWithdrawal(SENT, { language: 'ar' });
  const article = await pane();
  expect(document.documentElement.dir).toBe('rtl');
  expect(bare(article.textContent)).toContain('1,998.00');
});
