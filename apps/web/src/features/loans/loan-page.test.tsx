// @vitest-environment happy-dom
/** One loan, from the request to its end; its agreement, signed by hand or by name. */
import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { bare, cell, hasRow, row, rowCount } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { agreementHash, signatureHash } from '@glasshouse/rules/loan-agreement';
import type { Loan } from '@glasshouse/trade/loans/sums';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { userInfoOf } from '../../testing/account.ts';
import { fileOf, watchDownloads } from '../../testing/downloads.ts';
import { RUNNING_LOAN } from '../../testing/loans.ts';
import { AgreementPage } from './agreement-page.tsx';
import { LoanPage } from './loan-page.tsx';

type Agreement = ResultOf<'getLoanAgreement'>;

const NAMESPACES = [
  ...(['loans', 'guide', 'plans', 'wallet', 'kyc'] as const),
  ...(['trade', 'account', 'funds', 'errors'] as const),
];
const TEXT = 'Loan agreement, version 1\nThe loan is 1,000 USDT.\nInterest is simple.';
const TODAY = new Date().toISOString();
const PENDING: Loan = {
  ...RUNNING_LOAN,
  state: 'pending',
  interest: '0',
  cover: null,
  startedAt: null,
  repaymentAt: null,
  withdrawUntil: null,
  timeline: [
    { step: 'requested', seq: 12, at: '2026-11-29T08:00:00.000Z', dueAt: null, note: null },
    { step: 'reviewed', seq: null, at: null, dueAt: '2026-12-01T08:00:00.000Z', note: null },
    { step: 'paidOut', seq: null, at: null, dueAt: null, note: null },
  ] as Loan['timeline'],
};
const UNSIGNED: Agreement = {
  id: 3,
  version: 1,
  language: 'en',
  amount: '1000',
  termDays: 90,
  totalInterest: '45',
  repaymentAmount: '1045',
  apr: '0.1825',
  text: TEXT,
  textHash: agreementHash(TEXT),
  madeAt: '2026-11-30T08:00:00.000Z',
  signedAt: null,
  signature: null,
  signatureHash: null,
  loanId: null,
};
let server: FakeServer;

beforeEach(() => {
  // Without a canvas there is nothing to draw on; what is drawn does not matter here.
  const ink = new Proxy({}, { get: () => () => undefined, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(ink as never);
  server = new FakeServer()
    .on('getLoan', () => ({ ...RUNNING_LOAN, startedAt: TODAY, interest: '0', payoff: '1000' }))
    .on('getLoanAgreement', () => UNSIGNED)
    .on('getUserInfo', () => userInfoOf())
    .on('listBalances', () => ({ items: [], totalUsdt: '0', owedUsdt: '0', netUsdt: '0' }));
});

const shown = (element: Parameters<typeof show>[0], more: Partial<RenderOptions> = {}) =>
  show(element, { namespaces: NAMESPACES, account: CUSTOMER, book: 'real', path: '/loan/5', ...more });

async function loanPage(loan?: Partial<Loan>, more?: Partial<RenderOptions>) {
  if (loan !== undefined) server.on('getLoan', () => ({ ...RUNNING_LOAN, ...loan }));
  const view = await shown(<LoanPage id={5} />, more);
  return { ...view, money: (value: string, asset = 'USDT') => bare(view.format.money(value, asset)) };
}
/** The words of the steps with their states. */
const stepsIn = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => plain(textContent));

test('a loan that runs: what ends it now, what is owed of it, and by when', async () => {
  const { t, format, money } = await loanPage({});
  expect(await screen.findByText(t('loans:state.repaying'))).toBeDefined();
  expect(bare(screen.getByText(t('loans:field.payoff')).parentElement!.textContent!)).toContain(money('1012.5'));
  expect(row(t('loans:field.principal'))).toBe(money('1000'));
  expect(row(t('loans:field.interest'))).toBe(money('12.5'));
  expect(row(t('loans:field.repaymentAt'))).toBe(bare(format.date('2020-04-01T00:00:00.000Z')));
  expect(row(t('loans:field.totalInterest'))).toBe(money('45'));
  expect(row(t('loans:field.repaymentAmount'))).toBe(money('1045'));
  expect(row(t('loans:field.apr'))).toBe('18.25%');
  expect(row(t('loans:field.freeReturns'))).toBe(bare(t('loans:returns.usedOf', { used: 0, most: 2 })));
  expect(hasRow(t('loans:field.withdrawUntil'))).toBe(false);
});

test('its schedule ends with the repayment date, and interest and sum of a row add up', async () => {
  const { t, money } = await loanPage();
  const table = await screen.findByRole('table', { name: t('loans:schedule') });
  const last = rowCount(table);
  expect(within(table).getAllByRole('rowheader')[last - 1]!.textContent).toContain(t('loans:field.repaymentAt'));
  // 90 days, of which 14 are free, of half a unit each.
  expect(cell(table, last, t('loans:field.totalInterest'))).toContain(money('38'));
  expect(cell(table, last, t('loans:field.repaymentAmount'))).toContain(money('1038'));
});

test('the pledge: its worth, the share that the debt is of it, and what makes a warning', async () => {
  const { t, money } = await loanPage({});
  await screen.findByText(t('loans:state.repaying'));
  expect(row(t('loans:field.pledge'))).toBe(money('0.02', 'BTC'));
  expect(row(t('loans:field.coverValue'))).toBe('2,000.00USDT');
  expect(row(t('loans:field.cover'))).toContain('50.63%');
  expect(screen.getByText(t('loans:coverText', { warn: '75%', sell: '85%', hours: '24' }))).toBeDefined();
  expect(hasRow(t('loans:field.toCover'))).toBe(false);
});

test('a pledge that is worth too little: the warning with its date, and what to repay', async () => {
  const sellFrom = '2026-12-01T10:00:00.000Z';
  const cover = { value: '1300', debt: '1012.5', share: '0.77884616', warnedAt: '2026-11-30T10:00:00.000Z', sellFrom };
  const { t, format, money } = await loanPage({ cover });
  expect(await screen.findByText(plain(t('loans:warning', { date: format.dateTime(sellFrom) })))).toBeDefined();
  // 1,012.50 less just under 975, up to the cent.
  expect(row(t('loans:field.toCover'))).toBe(money('37.51'));
});

test('an overdue loan says what is collected, and when the pledge is sold', async () => {
  const { t, format } = await loanPage({ state: 'expired', repaymentAt: '2026-11-20T00:00:00.000Z' });
  const words = `${t('loans:overdueText')} ${t('loans:overdueSale', { date: format.date('2026-11-27T00:00:00.000Z') })}`;
  expect(await screen.findByText(plain(words))).toBeDefined();
  expect(screen.queryByRole('table', { name: t('loans:schedule') })).toBeNull();
});

test('the dialog of a repayment opens from the keyboard', async () => {
  const { user, t } = await loanPage({});
  (await screen.findByRole('button', { name: t('loans:repay') })).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('a request under review has its steps and its pledge, and can be cancelled', async () => {
  server.on('cancelLoan', () => ({ ...PENDING, state: 'cancelled' as const }));
  const { user, t, format, money } = await loanPage(PENDING);
  expect(await screen.findByText(t('loans:state.pending'))).toBeDefined();
  expect(row(t('loans:field.pledge'))).toBe(money('0.02', 'BTC'));
  const steps = stepsIn(t('loans:steps'));
  expect(steps[0]).toContain(t('loans:step.requested'));
  expect(steps[0]).toContain(plain(format.dateTime('2026-11-29T08:00:00.000Z')));
  expect(steps[1]).toContain(plain(format.dateTime('2026-12-01T08:00:00.000Z')));
  expect(screen.queryByRole('button', { name: t('loans:repay') })).toBeNull();
  server.on('getLoan', () => ({ ...PENDING, state: 'cancelled' as const, closedAt: TODAY }));
  await user.click(screen.getByRole('button', { name: t('loans:cancel') }));
  expect(await screen.findByText(t('loans:state.cancelled'))).toBeDefined();
  expect(newestToast()?.title).toBe(t('loans:cancelled'));
  expect(server.sent('cancelLoan').at(-1)!.body).toEqual({ id: 5 });
});

test('a request that is no longer open is not cancelled, which is said below the button', async () => {
  server.on('cancelLoan', () => new Refusal(code.orderAlreadyFinal, 'It is decided.'));
  const { user, t } = await loanPage(PENDING);
  await user.click(await screen.findByRole('button', { name: t('loans:cancel') }));
  const button = screen.getByRole('button', { name: t('loans:cancel') });
  expect(await within(button.parentElement!).findByRole('alert')).toBeDefined();
  expect(newestToast()).toBeUndefined();
});

test('a rejected request says why', async () => {
  const { t } = await loanPage({ ...PENDING, state: 'rejected', reasonText: 'The identity could not be verified.' });
  expect(await screen.findByText('The identity could not be verified.')).toBeDefined();
  expect(screen.getByText(t('loans:state.rejected'))).toBeDefined();
});

test('hashes and agreement: read, as a PDF, or why there is none', async () => {
  const names = watchDownloads();
  server.on('downloadLoanAgreement', () => fileOf('loan-3.pdf', 'application/pdf', '%PDF'));
  const { user, t } = await loanPage({});
  expect(await screen.findByText(RUNNING_LOAN.textHash)).toBeDefined();
  expect(screen.getByText(RUNNING_LOAN.signatureHash)).toBeDefined();
  expect(screen.getByRole('link', { name: t('loans:read') }).getAttribute('href')).toBe('/loan/agreement/3');
  const button = screen.getByRole('button', { name: t('loans:download') });
  await user.click(button);
  await expect.poll(() => names).toEqual(['loan-3.pdf']);
  server.on('downloadLoanAgreement', () => new Refusal(code.nothingFound, 'No such agreement.'));
  await user.click(button);
  expect(await within(button.parentElement!).findByRole('alert')).toBeDefined();
});

test('a loan that does not exist says so', async () => {
  server.on('getLoan', () => new Refusal(code.nothingFound, 'No such loan.'));
  const { t } = await loanPage();
  expect(await screen.findByText(t('guide:gone.order', { id: 5 }))).toBeDefined();
});

async function agreementPage(agreement: Partial<Agreement> = {}, more: Partial<RenderOptions> = {}) {
  server.on('getLoanAgreement', () => ({ ...UNSIGNED, ...agreement }));
  const view = await shown(<AgreementPage id={3} />, { path: '/loan/agreement/3', ...more });
  const { t, format } = view;
  return {
    ...view,
    submit: () => screen.findByRole('button', { name: t('loans:submit', { amount: format.money('1000', 'USDT') }) }),
  };
}

test('the text is shown word for word in its language, and its hash is computed again', async () => {
  const first = await agreementPage({ language: 'ar' });
  expect(await screen.findByRole('heading', { name: 'Loan agreement, version 1' })).toBeDefined();
  const clause = screen.getByText('Interest is simple.');
  expect(clause.closest('[lang]')!.getAttribute('dir')).toBe('rtl');
  expect(screen.getByText(first.t('loans:hashFits'))).toBeDefined();
  expect(screen.getByText(first.t('loans:agreementNote', { version: 1 }))).toBeDefined();
  first.unmount();
  const { t } = await agreementPage({ text: `${TEXT} And more.` });
  expect(await screen.findByText(t('loans:hashWrong'))).toBeDefined();
});

test('nothing is sent without a signature; a dot is none', async () => {
  const { user, t, submit } = await agreementPage();
  await user.click(await submit());
  expect((await screen.findByRole('alert')).textContent).toBe(t('loans:signFirst'));
  const pad = screen.getByRole('img', { name: t('kyc:signature.pad') });
  draw(pad, [[10, 10]]);
  await user.click(await submit());
  expect(screen.getByRole('alert').textContent).toBe(t('loans:signFirst'));
  expect(server.sent('requestLoan')).toEqual([]);
});

test('a drawn line is a signature, until it is cleared', async () => {
  server.on('requestLoan', () => ({ ...PENDING, id: 77 }));
  const { user, t, submit } = await agreementPage();
  const sign = await submit();
  const pad = screen.getByRole('img', { name: t('kyc:signature.pad') });
  draw(pad, [
    [10, 10],
    [60, 40],
  ]);
  const clear = screen.getByRole<HTMLButtonElement>('button', { name: t('kyc:signature.clear') });
  expect(clear.disabled).toBe(false);
  await user.click(clear);
  await user.click(sign);
  expect((await screen.findByRole('alert')).textContent).toBe(t('loans:signFirst'));
  draw(pad, [
    [10, 10],
    [60, 40],
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(sign);
  await expect.poll(() => server.sent('requestLoan').length).toBe(1);
  expect(server.sent('requestLoan')[0]!.body.signature?.strokes).toHaveLength(1);
});

test('a name is a signature: its hash is shown, spaces around it are not sent, and the loan is shown', async () => {
  server.on('requestLoan', () => ({ ...PENDING, id: 77 }));
  const { user, t, submit } = await agreementPage();
  await user.click(await screen.findByRole('radio', { name: t('kyc:signature.type') }));
  await user.type(screen.getByRole('textbox', { name: t('kyc:signature.name') }), ' Anna Berg ');
  expect(screen.getByText(signatureHash({ typed: 'Anna Berg' }))).toBeDefined();
  await user.click(await submit());
  await expect.poll(() => window.location.pathname).toBe('/loan/77');
  expect(server.sent('requestLoan').at(-1)!.body).toEqual({
    amount: '1000',
    termDays: 90,
    agreementId: 3,
    signature: { typed: 'Anna Berg' },
  });
  expect(newestToast()?.title).toBe(t('loans:submitted'));
});

test('a refused request says why, and the signature stays', async () => {
  server.on('requestLoan', () => new Refusal(code.loanAboveLimit, 'Too much.'));
  const { user, t, submit } = await agreementPage();
  await user.click(await screen.findByRole('radio', { name: t('kyc:signature.type') }));
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: t('kyc:signature.name') });
  await user.type(name, 'Anna Berg');
  await user.click(await submit());
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(name.value).toBe('Anna Berg');
  expect(window.location.pathname).toBe('/loan/agreement/3');
});

test('on the demo account nothing can be signed', async () => {
  const { t } = await agreementPage({}, { book: 'demo' });
  expect(await screen.findByText(t('loans:gate'))).toBeDefined();
  expect(screen.queryByRole('img', { name: t('kyc:signature.pad') })).toBeNull();
});

test('as it was signed: the drawn lines, their hash computed again, and the way to the loan', async () => {
  const signature = {
    strokes: [
      [
        { x: 10, y: 20 },
        { x: 110, y: 60 },
      ],
    ],
  };
  const signed = { loanId: 5, signedAt: TODAY, signature, signatureHash: signatureHash(signature) };
  const first = await agreementPage(signed);
  const picture = await screen.findByRole('img', { name: first.t('kyc:signature.yours') });
  expect(picture.getAttribute('viewBox')).toBe('-10 0 140 80');
  expect(screen.getAllByText(first.t('loans:hashFits'))).toHaveLength(2);
  expect(screen.getByRole('link', { name: first.t('loans:one', { id: 5 }) }).getAttribute('href')).toBe('/loan/5');
  first.unmount();
  const { t } = await agreementPage({ ...signed, signature: { typed: 'Anna Berg' } });
  expect(await screen.findByText(t('loans:typed', { name: 'Anna Berg' }))).toBeDefined();
  expect(screen.getByText(t('loans:hashWrong'))).toBeDefined();
});

test('in Arabic a loan keeps its amounts left to right', async () => {
  const { t, money } = await loanPage({}, { language: 'ar' });
  await screen.findByText(t('loans:state.repaying'));
  expect(document.documentElement.dir).toBe('rtl');
  expect(row(t('loans:field.principal'))).toBe(money('1000'));
});

/** A stroke through these points of the pad. */
function draw(pad: HTMLElement, points: readonly (readonly [x: number, y: number])[]): void {
  const at = ([clientX, clientY]: readonly [number, number]) => ({
    clientX,
    clientY,
    pointerId: 1,
    button: 0,
    buttons: 1,
  });
  fireEvent.pointerDown(pad, at(points[0]!));
  for (const point of points.slice(1)) fireEvent.pointerMove(pad, at(point));
  fireEvent.pointerUp(pad, { ...at(points.at(-1)!), buttons: 0 });
}
