/** Plans: a purchase and an early exit, with the receipt. */
import { login, PASSWORD } from '../support/accounts.ts';
import { confirmWhenAsked, enrolByLink } from '../support/operator.ts';
import { creditDeposit, newCustomer } from '../support/operator-api.ts';
import { button, dialog, navigate, open, type Person } from '../support/person.ts';
import { savePicture } from '../support/picture.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const OPERATOR_PASSWORD = 'four unrelated words here';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

/** The product of this number. */
const card = ({ page }: Person, product: number) => page.locator(`[data-product="${product}"]`);

test('a plan is bought with its sums shown, and left with its penalty shown', { tag: '@smoke' }, async ({ visit }) => {
  await expect.poll(() => server.operatorLink()).toBeDefined();
  const operator = await visit({ url: server.url });
  operator.expectInConsole(/status of 401/);
  await confirmWhenAsked(operator, await enrolByLink(operator, server.operatorLink() ?? '', OPERATOR_PASSWORD));
  const customer = await newCustomer(operator);
  await creditDeposit(operator, customer, '1000');

  const person = await visit({ layout: 'phone', url: server.url });
  const { page, t, format } = person;
  await login(person, customer.username, PASSWORD);
  await expectToast(person, t('account:login.done'));
  await navigate(person, '/trading');
  await button(person, t('shell:book.toReal')).click();
  await dialog(person)
    .getByRole('button', { name: t('shell:book.toReal') })
    .click();
  await expectToast(person, t('shell:book.switchedReal'));

  await card(person, 1)
    .getByRole('button', { name: t('plans:chosen') })
    .click();
  const ticket = page.getByRole('main').getByRole('form');
  const amount = ticket.getByLabel(t('plans:range'), { exact: true });
  await expect(amount).toBeFocused();
  const buy = ticket.getByRole('button', { name: t('plans:buyFor', { amount: format.money('200', 'USDT') }) });
  await amount.fill('200');
  // Smart trading is off until the person wants it.
  await expect(buy).toBeDisabled();
  const smart = ticket.getByRole('switch', { name: t('plans:switch.label') });
  await smart.click();
  await expect(smart).toBeChecked();

  await amount.fill('99');
  await ticket.getByRole('button', { name: t('plans:buy'), exact: true }).click();
  const range = { min: format.money('100', 'USDT'), max: format.money('5000', 'USDT') };
  await expect(ticket.getByText(t('plans:enter', range))).toBeVisible();
  await amount.fill('200');
  await expect(ticket.getByText(t('plans:sum.promised'))).toBeVisible();
  await buy.click();
  await expectToast(person, t('plans:bought'));
  await expect(page.getByRole('heading', { name: t('plans:calendar.title') })).toBeVisible();

  const [plan] = (await customer.api.resultOf('listPlans')).items;
  expect(plan).toMatchObject({ state: 'earning', amount: '200', dailyAmount: '0.04', promised: '0.28' });
  await button(person, t('plans:mine.exit')).click();
  const leave = t('plans:exit.confirm', { amount: format.money('0.14', 'USDT') });
  await dialog(person).getByRole('button', { name: leave }).click();
  await expectToast(person, t('plans:exit.done'));

  await open(person, `/order/plan/${plan?.id}`);
  await expect(page.getByText(t('plans:state.exited'), { exact: true })).toBeVisible();
  await button(person, t('trade:receipt.verify')).click();
  await expect(page.getByText(t('trade:receipt.resultFits'))).toBeVisible();
  await savePicture(person, { hasLink: false });
});
