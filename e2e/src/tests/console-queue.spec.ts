/** The merged queue of the console: two operators take a large withdrawal through both hands. */
import { PASSWORD } from '../support/accounts.ts';
import { addOperator } from '../support/add-operator.ts';
import { scan } from '../support/axe.ts';
import { writeReason } from '../support/decision.ts';
import { confirmWhenAsked, enrolByLink } from '../support/operator.ts';
import { type Customer, creditDeposit, newCustomer, operatorResult, secondSteps } from '../support/operator-api.ts';
import { dialog, navigate, type Person } from '../support/person.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const OPERATOR_PASSWORD = 'four unrelated words here';
const WITHDRAWAL_PASSWORD = 'seven grey herons';
const OUTSIDE = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
/** Above the limit that one person may approve. */
const AMOUNT = '12400';

const PERSON = {
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

/** Has 15,000 USDT, wants most of it out, and waits for an identity check; the withdrawal. */
async function askForMoney(operator: Person, server: RunningServer, anna: Customer): Promise<number> {
  const { api } = anna;
  await creditDeposit(operator, anna, '15000');
  await api.resultOf('setWithdrawalPassword', { body: { newPassword: WITHDRAWAL_PASSWORD, password: PASSWORD } });
  const nextCode = await secondSteps(server, anna);
  const { id } = await api.resultOf('requestWithdrawal', {
    body: {
      method: 'crypto',
      symbol: 'USDT',
      network: 'TRC20',
      address: OUTSIDE,
      amount: AMOUNT,
      withdrawalPassword: WITHDRAWAL_PASSWORD,
      totp: await nextCode(),
    },
  });
  await api.resultOf('submitBasicKyc', { body: PERSON });
  return id;
}

const rowsOf = ({ page, t }: Person) => page.getByRole('list', { name: t('console:page.queue') }).getByRole('button');
const decisionsOf = ({ page }: Person) => page.getByRole('main');

test('a large withdrawal: approved by key, handed to a second person, and decided in the same queue', async ({
  visit,
}) => {
  const server = await startServer();
  const people: Person[] = [];
  try {
    await expect.poll(() => server.operatorLink()).toBeDefined();
    const first = await visit({ url: server.url });
    people.push(first);
    first.expectInConsole(/status of 401/);
    await confirmWhenAsked(first, await enrolByLink(first, server.operatorLink() ?? '', OPERATOR_PASSWORD));
    // Whoever has work begins with it.
    await expect(first.page).toHaveURL(/\/operator\/queue$/);
    await expect(first.page.getByText(first.t('console:cases.empty'))).toBeVisible();

    const second = await visit({ url: server.url });
    people.push(second);
    second.expectInConsole(/status of 401/);
    const link = await addOperator(server, 'otto');
    await confirmWhenAsked(second, await enrolByLink(second, link, OPERATOR_PASSWORD));

    const anna = await newCustomer(first);
    const id = await askForMoney(first, server, anna);
    const { page, t } = first;

    await test.step('the withdrawal is due before the identity check, and open by itself', async () => {
      await navigate(first, '/operator/queue');
      await expect(rowsOf(first)).toHaveCount(2);
      await expect(rowsOf(first).nth(0)).toContainText(t('console:cases.of.withdrawal'));
      await expect(rowsOf(first).nth(1)).toContainText(t('console:cases.of.identity'));
      const note = page.getByRole('note');
      await expect(note).toContainText(t('console:decision.twoPersons'));
      const count = page.getByRole('navigation', { name: t('shell:nav.label') }).getByRole('link', {
        name: t('console:queue.waiting', { count: 2 }),
      });
      await expect(count).toHaveText(new RegExp(`^${t('console:page.queue')}`));
      expect(await scan(first, 'the queue')).toEqual([]);
    });

    await test.step('J and K go through the cases', async () => {
      await page.keyboard.press('j');
      await expect(
        decisionsOf(first).getByRole('button', { name: t('console:kyc.verify'), exact: true }),
      ).toBeVisible();
      await page.keyboard.press('k');
      await expect(page.getByText(t('console:withdrawals.title', { id }))).toBeVisible();
    });

    await test.step('A asks for a reason; the request then stands for the withdrawal', async () => {
      const approve = decisionsOf(first).getByRole('button', { name: new RegExp(t('console:requests.approve')) });
      await expect(approve).toBeEnabled();
      await page.keyboard.press('a');
      await writeReason(first);
      await page.keyboard.press('Control+Enter');
      await expect(dialog(first)).toHaveCount(0);
      await navigate(first, '/operator/queue?kind=request');
      await expect(rowsOf(first)).toHaveCount(1);
      await expect(rowsOf(first)).toContainText(t('console:requests.own'));
      // Whoever asked does not decide.
      await expect(page.getByRole('note')).toContainText(t('console:requests.ownText'));
      await expect(decisionsOf(first).getByRole('button', { name: t('console:requests.approve') })).toHaveCount(0);
      await navigate(first, '/operator/queue?kind=withdrawal');
      await expect(page.getByText(t('console:cases.empty'))).toBeVisible();
    });

    await test.step('the second person approves it there', async () => {
      await navigate(second, '/operator/queue?kind=request');
      await expect(rowsOf(second)).toHaveCount(1);
      const approve = decisionsOf(second).getByRole('button', { name: second.t('console:requests.approve') });
      await expect(approve).toBeEnabled();
      await second.page.keyboard.press('a');
      await writeReason(second);
      await second.page.keyboard.press('Control+Enter');
      await expect(dialog(second)).toHaveCount(0);
      await expect(rowsOf(second)).toContainText(second.t('console:queue.gone'));
      const { item } = await operatorResult(second, 'getWithdrawalCase', { params: { id } });
      expect(item.state).toBe('approved');
    });
  } finally {
    // Pages that lose their server complain in the console.
    for (const { context } of people) await context.close();
    await server.stop();
  }
});
