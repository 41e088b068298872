/** Loans: asked for, signed, paid out, repaid; what others get. */
import { login, PASSWORD } from '../support/accounts.ts';
import { scan } from '../support/axe.ts';
import { writeReason } from '../support/decision.ts';
import { misfitsOn } from '../support/fit.ts';
import { apiOf, convertCoins } from '../support/guest.ts';
import { confirmWhenAsked, enrolByLink } from '../support/operator.ts';
import { type Customer, creditDeposit, newCustomer, operatorResult } from '../support/operator-api.ts';
import { button, dialog, navigate, open, type Person } from '../support/person.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const OPERATOR_PASSWORD = 'four unrelated words here';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

async function newOperator(person: Person): Promise<void> {
  await expect.poll(() => server.operatorLink()).toBeDefined();
  person.expectInConsole(/status of 401/);
  await confirmWhenAsked(person, await enrolByLink(person, server.operatorLink() ?? '', OPERATOR_PASSWORD));
}

/** Submitted by a call, and verified by the operator. */
async function verifyBasic(operator: Person, { api }: Customer): Promise<void> {
  const form = {
    firstName: 'Anna',
    lastName: 'Lindqvist',
    sex: 'female',
    birthdate: '1990-05-17',
    country: 'SE',
    address: 'Storgatan 1, 753 10 Uppsala',
    phone: '+46701234567',
    documentType: 'passport',
    documentNumber: 'AB1234567',
  } as const;
  await api.resultOf('submitBasicKyc', { body: form });
  const { items } = await operatorResult(operator, 'listKycQueue');
  const body = { decision: 'verify', reason: 'As the document says.' } as const;
  await operatorResult(operator, 'reviewKyc', { params: { id: items[0]?.id ?? 0 }, body });
}

/** From the calculator to the agreement for an amount. */
async function readAgreement(person: Person, amount: string): Promise<void> {
  const { page, t } = person;
  await navigate(person, '/loan');
  await page.getByRole('textbox', { name: t('loans:amount') }).fill(amount);
  await button(person, t('loans:read')).click();
  await expect(page.getByText(t('loans:hashFits'))).toBeVisible();
}

/** Presses a decision of the console, and sends it with what its form asks for. */
async function decide(operator: Person, action: string, because?: string): Promise<void> {
  const { page } = operator;
  const decision = page.getByRole('main').getByRole('button', { name: action });
  await expect(decision).toBeEnabled();
  await decision.click();
  if (because !== undefined) {
    await dialog(operator).getByRole('combobox').click();
    await page.getByRole('option', { name: because }).click();
  }
  await writeReason(operator);
  await dialog(operator).getByRole('button', { name: action }).click();
}

async function draw({ page, t }: Person): Promise<void> {
  const pad = page.getByRole('img', { name: t('kyc:signature.pad') });
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 100);
  await page.mouse.down();
  for (const [x, y] of [
    [80, 40],
    [120, 110],
    [160, 50],
    [220, 95],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 });
  await page.mouse.up();
}

/** What is wrong with a page: violations in both themes, and text that does not fit. */
const problemsOf = async (person: Person, what: string): Promise<unknown[]> => [
  ...(await scan(person, what)),
  ...(await misfitsOn(person.page)),
];

test('a loan is asked for, signed, paid out, repaid in part and ended', async ({ visit }) => {
  const operator = await visit({ url: server.url });
  await newOperator(operator);
  const customer = await newCustomer(operator);
  const { api } = customer;
  await creditDeposit(operator, customer, '5000');

  const person = await visit({ url: server.url });
  const { page, t, format } = person;
  await login(person, customer.username, PASSWORD);
  await expectToast(person, t('account:login.done'));
  await navigate(person, '/loan');
  await expect(page.getByText(t('loans:gate'))).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('shell:book.toReal') })
    .click();
  await dialog(person)
    .getByRole('button', { name: t('shell:book.toReal') })
    .click();
  await expectToast(person, t('shell:book.switchedReal'));

  await test.step('the reason against it leads to what mends it', async () => {
    await expect(page.getByText(t('loans:obstacle.notVerified'))).toBeVisible();
    await expect(button(person, t('loans:read'))).toBeDisabled();
    await page.getByRole('link', { name: t('loans:verify') }).click();
    await expect(page).toHaveURL(/\/profile\/identity/);
    await verifyBasic(operator, customer);
  });

  await test.step('a name is signed with the keyboard, and the request taken back', async () => {
    await readAgreement(person, '200');
    await button(person, t('loans:submit', { amount: format.money('200', 'USDT') })).click();
    await expect(page.getByText(t('loans:signFirst'))).toBeVisible();
    await page.getByRole('radio', { name: t('kyc:signature.type') }).check();
    await page.getByRole('textbox', { name: t('kyc:signature.name') }).fill('Anna Lindqvist');
    await button(person, t('loans:submit', { amount: format.money('200', 'USDT') })).press('Enter');
    await expect(page.getByText(t('loans:state.pending'), { exact: true })).toBeVisible();
    await button(person, t('loans:cancel')).click();
    await expect(page.getByText(t('loans:state.cancelled'), { exact: true })).toBeVisible();
  });

  await test.step('drawn with a pointer, asked for and paid out', async () => {
    await readAgreement(person, '500');
    await draw(person);
    await button(person, t('loans:submit', { amount: format.money('500', 'USDT') })).click();
    await expect(page.getByText(t('loans:state.pending'), { exact: true })).toBeVisible();
    const [request] = (await api.resultOf('listLoans')).items;
    expect(request).toMatchObject({ state: 'pending', amount: '500', collateral: [{ symbol: 'USDT', amount: '625' }] });
    const { page: office } = operator;
    await office.goto(`/operator/loans?item=${request?.id}`);
    const [copy] = await Promise.all([
      office.waitForEvent('download'),
      office
        .getByRole('main')
        .getByRole('button', { name: operator.t('loans:download') })
        .click(),
    ]);
    expect(copy.suggestedFilename()).toBe(`loan-agreement-${request?.agreementId}.pdf`);
    await decide(operator, operator.t('loans:console.pay', { amount: operator.format.money('500', 'USDT') }));
    await expect(page.getByText(t('loans:state.repaying'), { exact: true })).toBeVisible();
    await expect(page.getByText(t('loans:field.cover'), { exact: true })).toBeVisible();
  });

  await test.step('each total is net of what is owed, and the page of withdrawals says so', async () => {
    const { totalUsdt, owedUsdt, netUsdt } = await api.resultOf('listBalances');
    expect({ totalUsdt, owedUsdt, netUsdt }).toEqual({ totalUsdt: '5500', owedUsdt: '500', netUsdt: '5000' });
    const main = page.getByRole('main');
    const { pathname } = new URL(page.url());
    for (const path of ['/', '/portfolio', '/profile', '/profile/balance', '/profile/balancebb', '/zjxq']) {
      await open(person, path);
      const row = (name: string) => main.locator('div:has(> dt)').filter({ hasText: name });
      await expect(row(t('funds:summary.owed')).first()).toContainText(format.number('500', { min: 2 }));
      await expect(row(t('account:balances.collateral')).first()).toContainText(format.number('625', { min: 2 }));
      await expect(main).toContainText(format.number('5000', { min: 2 }));
    }
    await open(person, '/profile/balance2');
    await expect(page.getByText(t('wallet:block.loanOpen'))).toBeVisible();
    await open(person, pathname);
  });

  const [loan] = (await api.resultOf('listLoans')).items;
  await test.step('the signed agreement is kept, fits its hashes, and comes as a PDF', async () => {
    await page.getByRole('link', { name: t('loans:read') }).click();
    await expect(page.getByRole('img', { name: t('kyc:signature.yours') })).toBeVisible();
    await expect(page.getByText(t('loans:hashFits'))).toHaveCount(2);
    const [file] = await Promise.all([page.waitForEvent('download'), button(person, t('loans:download')).click()]);
    expect(file.suggestedFilename()).toBe(`loan-agreement-${loan?.agreementId}.pdf`);
  });

  await test.step('to others it does not exist', async () => {
    const eve = await newCustomer(operator);
    const id = loan?.id ?? 0;
    expect(await eve.api.call('getLoan', { params: { id } })).toMatchObject({ code: 11051 });
    expect(await eve.api.call('repayLoan', { body: { id } })).toMatchObject({ code: 11051 });
    const agreement = { params: { id: loan?.agreementId ?? 0 } };
    expect(await eve.api.call('getLoanAgreement', agreement)).not.toMatchObject({ code: 200 });
    expect(await apiOf(person, '').call('listLoans')).not.toMatchObject({ code: 200 });
  });

  await test.step('repaid in part, then the rest, without interest in the first days', async () => {
    await open(person, `/loan/${loan?.id}`);
    await button(person, t('loans:repay')).click();
    await dialog(person).getByLabel(t('loans:repayAmount')).fill('200');
    await dialog(person)
      .getByRole('button', { name: `${t('loans:repay')} ${format.money('200', 'USDT')}` })
      .click();
    await expectToast(person, t('loans:repayDone', { amount: format.money('200', 'USDT') }));
    await expect(page.getByText(t('loans:step.partRepaid'))).toBeVisible();
    await button(person, t('loans:repay')).click();
    await dialog(person)
      .getByRole('button', { name: format.percent(1), exact: true })
      .click();
    await dialog(person)
      .getByRole('button', { name: t('loans:repayAll', { amount: format.money('300', 'USDT') }) })
      .click();
    await expect(page.getByText(t('loans:step.repaid'))).toBeVisible();
    // The page says these words of a sum too, and before the core has answered.
    const repaid = () => api.resultOf('getLoan', { params: { id: loan?.id ?? 0 } });
    await expect.poll(repaid).toMatchObject({
      state: 'repaid',
      interestPaid: '0',
      repaid: '500',
      collateral: [],
    });
  });

  await test.step('its receipt holds, page and ledger lines', async () => {
    await page.getByRole('link', { name: t('trade:receipt.title') }).click();
    await expect(page).toHaveURL(new RegExp(`/order/loan/${loan?.id}$`));
    await button(person, t('trade:receipt.verify')).click();
    await expect(page.getByText(t('trade:receipt.resultFits'))).toBeVisible();
    await expect(page.getByText('loans.repay', { exact: true })).toHaveCount(2);
    expect(await problemsOf(person, `/order/loan/${loan?.id}`)).toEqual([]);
    await page.evaluate(() => localStorage.setItem('language', 'ar'));
    for (const path of [`/order/loan/${loan?.id}`, `/loan/${loan?.id}`]) {
      await open(person, path);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect(await problemsOf(person, path)).toEqual([]);
    }
    await page.evaluate(() => localStorage.setItem('language', 'en'));
  });

  await test.step('another request is rejected with a reason, which the borrower reads', async () => {
    await convertCoins(api, { from: 'USDT', to: 'BTC', amount: '100' });
    const terms = { amount: '150', termDays: 30 };
    const { id: agreementId } = await api.resultOf('prepareLoanAgreement', { body: terms });
    const signature = { typed: 'Anna Lindqvist' };
    const { id } = await api.resultOf('requestLoan', { body: { ...terms, agreementId, signature } });
    await operator.page.goto(`/operator/loans?item=${id}`);
    // The coin of the pledge has its price, and with USDT it is enough.
    const main = operator.page.getByRole('main');
    await expect(main.getByText(/BTC × /)).toBeVisible();
    await expect(main.getByText(operator.t('loans:console.fails'), { exact: true })).toHaveCount(0);
    await decide(operator, operator.t('console:action.reject'), operator.t('console:reason.other'));
    await open(person, `/loan/${id}`);
    await expect(page.getByText(t('loans:state.rejected'), { exact: true })).toBeVisible();
    expect(await api.resultOf('getLoan', { params: { id } })).toMatchObject({ reason: 'other', collateral: [] });
  });

  await test.step('every step was told, and leads to the loan', async () => {
    const { items } = await api.resultOf('listNotifications');
    const notices = items.filter(({ type }) => type === 'loan');
    expect(notices.slice(1).map(({ link }) => link)).toEqual([`/loan/${loan?.id}`, `/loan/${loan?.id}`]);
    expect(notices[2]?.title).toBe(t('loans:notice.paidOut', { amount: '500' }));
  });
});
