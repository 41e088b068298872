/** A withdrawal that a passkey confirms: it signs exactly what the person sees. */
import { login, PASSWORD } from '../support/accounts.ts';
import { patternOf } from '../support/guest.ts';
import { field } from '../support/identity.ts';
import { enrolByLink } from '../support/operator.ts';
import { creditDeposit, newCustomer } from '../support/operator-api.ts';
import { addPasskey, named, plugDevice } from '../support/passkeys.ts';
import { dialog, open } from '../support/person.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const WITHDRAWAL_PASSWORD = 'seven grey herons';
const OUTSIDE = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
/** Nobody can spend from it. */
const CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

test('a passkey confirms a withdrawal, and only the one that was shown', async ({ visit }) => {
  const operator = await visit({ url: server.url });
  // Nobody is signed in: the console asks, and is told so.
  operator.expectInConsole(/status of 401/);
  await expect.poll(() => server.operatorLink()).toBeDefined();
  await enrolByLink(operator, server.operatorLink() ?? '', 'four unrelated words here');
  const anna = await newCustomer(operator);
  await creditDeposit(operator, anna, '1000');
  await anna.api.resultOf('setWithdrawalPassword', { body: { newPassword: WITHDRAWAL_PASSWORD, password: PASSWORD } });

  const person = await visit({ url: named(server.url) });
  const { page, t } = person;
  await plugDevice(person);
  await login(person, anna.username, PASSWORD);
  await expectToast(person, t('account:login.done'));
  await open(person, '/profile/info');
  await addPasskey(person);

  await open(person, '/profile/balance2');
  const toReal = t('shell:book.toReal');
  await page.getByRole('main').getByRole('button', { name: toReal }).click();
  await dialog(person).getByRole('button', { name: toReal }).click();
  await expectToast(person, t('shell:book.switchedReal'));
  const signs = page.getByText(t('wallet:withdraw.passkey'));
  await page.reload();
  await page.getByRole('radio', { name: /TRC20/ }).check();
  await field(person, t('wallet:withdraw.address')).fill(OUTSIDE);
  await field(person, t('wallet:withdraw.amount')).fill('300');
  await field(person, t('wallet:withdraw.password')).fill(WITHDRAWAL_PASSWORD);
  await expect(signs).toBeVisible();

  const begin = async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Withdraw 300/ })
      .click();
  };
  const withdraw = async () => {
    await begin();
    await dialog(person)
      .getByRole('button', { name: /^Withdraw/ })
      .last()
      .click();
  };
  await test.step('an address that loses the money is seen, however far up the page', async () => {
    const address = field(person, t('wallet:withdraw.address'));
    await address.fill(CONTRACT);
    await begin();
    await expect(page.getByText(t('wallet:wrong.address.lost'))).toBeInViewport();
    await expect(address).toBeFocused();
    await address.fill(OUTSIDE);
  });

  await test.step('what only the server refuses is seen there too', async () => {
    await page.route(
      patternOf('requestWithdrawal'),
      (route) => route.continue({ postData: { ...route.request().postDataJSON(), address: CONTRACT } }),
      { times: 1 },
    );
    await withdraw();
    await expect(page.getByText(t('errors:11132'))).toBeInViewport();
    await expect(field(person, t('wallet:withdraw.address'))).toBeFocused();
    expect((await anna.api.resultOf('listWithdrawals', { query: {} })).items).toEqual([]);
  });

  await test.step('an amount that somebody changes on the way is refused', async () => {
    await page.route(
      patternOf('requestWithdrawal'),
      (route) => route.continue({ postData: { ...route.request().postDataJSON(), amount: '900' } }),
      { times: 1 },
    );
    await withdraw();
    await expect(page.getByText(t('errors:11144'))).toBeVisible();
    expect((await anna.api.resultOf('listWithdrawals', { query: {} })).items).toEqual([]);
  });

  await test.step('as it was signed, it is taken', async () => {
    await withdraw();
    await expectToast(person, t('wallet:withdraw.done'));
    const { items } = await anna.api.resultOf('listWithdrawals', { query: {} });
    expect(items).toMatchObject([{ state: 'pending', amount: '300', address: OUTSIDE }]);
  });
});
