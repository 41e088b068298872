/**
 * Charity NFTs from the operator's list to the money that left: a work is listed and sold, its
 * certificate is verified by a visitor, and two operators pay the charity with proof.
 */
import { join, resolve } from 'node:path';
import { login, PASSWORD } from '../support/accounts.ts';
import { addOperator } from '../support/add-operator.ts';
import { approveRequest, writeReason } from '../support/decision.ts';
import { apiOfPage } from '../support/guest.ts';
import { confirmWhenAsked, enrolByLink } from '../support/operator.ts';
import { creditDeposit, newCustomer } from '../support/operator-api.ts';
import { button, dialog, navigate, open, type Person } from '../support/person.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const OPERATOR_PASSWORD = 'four unrelated words here';
const ROOT = resolve(import.meta.dirname, '../../..');
const PICTURE = join(ROOT, 'apps/server/assets/nfts/sample-first-light.jpg');
const CHARITY = { name: 'Night School', text: 'Teaches people who work by day.' };
const WORK = { name: 'Two lamps', text: 'An etching in two copies.' };

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

/** The charity in the table from which it is paid. */
const charityRow = ({ page, t }: Person) =>
  page.getByRole('row', { name: CHARITY.name }).filter({ has: page.getByRole('button', { name: t('nfts:op.pay') }) });

/** Fills the open form of the console and sends it by its button. */
async function sendForm(
  operator: Person,
  { fields, picture, action }: { fields: Readonly<Record<string, string>>; picture?: string; action: string },
): Promise<void> {
  const { page } = operator;
  const form = dialog(operator);
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
  if (picture !== undefined) {
    await form.getByLabel(picture).setInputFiles(PICTURE);
    await expect(form.getByRole('img', { name: picture })).toBeVisible();
  }
  await writeReason(operator);
  await form.getByRole('button', { name: action, exact: true }).click();
  await expect(page.getByRole('dialog', { name: action })).toBeHidden();
}

test('a work is listed, sold out, its certificate verified, and the charity paid by two', async ({ visit }) => {
  await expect.poll(() => server.operatorLink()).toBeDefined();
  const olga = await visit({ url: server.url });
  olga.expectInConsole(/status of 401/);
  await confirmWhenAsked(olga, await enrolByLink(olga, server.operatorLink() ?? '', OPERATOR_PASSWORD));
  const { t, page: office } = olga;
  const table = () => office.getByRole('main');
  const customer = await newCustomer(olga);
  await creditDeposit(olga, customer, '1000');

  await test.step('the operator writes a charity and a work, and puts it on sale', async () => {
    await office.goto('/operator/nfts');
    await button(olga, t('nfts:op.newCharity')).click();
    const written = { [t('nfts:op.name')]: CHARITY.name, [t('nfts:op.text')]: CHARITY.text };
    await sendForm(olga, { fields: written, action: t('nfts:op.newCharity') });
    await expect(table().getByText(CHARITY.name).first()).toBeVisible();
    await button(olga, t('nfts:op.newWork')).click();
    await dialog(olga)
      .getByRole('combobox', { name: t('nfts:op.charity') })
      .click();
    await office.getByRole('option', { name: CHARITY.name }).click();
    const work = { [t('nfts:op.name')]: WORK.name, [t('nfts:op.text')]: WORK.text };
    const terms = { [`${t('nfts:price')} (USDT)`]: '25', [t('nfts:op.supply')]: '2' };
    await sendForm(olga, {
      fields: { ...work, ...terms },
      picture: t('nfts:op.picture'),
      action: t('nfts:op.newWork'),
    });
    const row = table().getByRole('row', { name: WORK.name });
    await row.getByRole('button', { name: t('nfts:op.to.onSale') }).click();
    await sendForm(olga, { fields: {}, action: t('nfts:op.to.onSale') });
    await expect(row.getByText(t('nfts:state.onSale'))).toBeVisible();
  });

  const anna = await visit({ layout: 'phone', language: 'ar', url: server.url });
  const { page } = anna;
  const [work] = (await customer.api.resultOf('listNfts', { query: {} })).items;
  const id = work?.id ?? 0;
  let certificate = '';

  await test.step('the demo account is told to switch; the real one buys both copies', async () => {
    await login(anna, customer.username, PASSWORD);
    await expectToast(anna, anna.t('account:login.done'));
    await navigate(anna, `/nfts/${id}`);
    await expect(page.getByText(anna.t('nfts:gate'))).toBeVisible();
    const demo = await apiOfPage(anna);
    expect(await demo.call('buyNft', { body: { id, quantity: 1 } })).toMatchObject({ code: 11035 });
    await page
      .getByRole('main')
      .getByRole('button', { name: anna.t('shell:book.toReal') })
      .click();
    await dialog(anna)
      .getByRole('button', { name: anna.t('shell:book.toReal') })
      .click();
    await expectToast(anna, anna.t('shell:book.switchedReal'));
    await page.getByLabel(anna.t('nfts:quantity'), { exact: true }).fill('2');
    const give = anna.t('nfts:buy', { amount: anna.format.money('50', 'USDT') });
    await button(anna, give).click();
    await dialog(anna).getByRole('button', { name: give }).click();
    await expect(
      page.getByText(anna.t('nfts:thanks', { number: anna.t('nfts:numbers', { first: 1, last: 2 }) })),
    ).toBeVisible();
    await expect(page.getByText(anna.t('nfts:state.soldOut'), { exact: true })).toBeVisible();
    await expect(button(anna, give)).toHaveCount(0);
    expect(await customer.api.call('buyNft', { body: { id, quantity: 1 } })).toMatchObject({ code: 10020 });
  });

  await test.step('the certificate is shared, and a visitor verifies it', async () => {
    await navigate(anna, '/nfts/mine');
    await button(anna, anna.t('nfts:share')).last().click();
    await dialog(anna).getByLabel(anna.t('nfts:name'), { exact: true }).fill('Anna');
    await dialog(anna)
      .getByRole('button', { name: anna.t('nfts:makePublic') })
      .click();
    const link = dialog(anna).getByRole('link', { name: anna.t('nfts:certificate') });
    certificate = (await link.getAttribute('href')) ?? '';
    const visitor = await visit({ url: server.url });
    await open(visitor, certificate);
    await expect(visitor.page.getByText(t('nfts:owner', { name: 'Anna' }))).toBeVisible();
    await expect(visitor.page.getByText(t('nfts:numberOf', { serial: 1, supply: 2 }))).toBeVisible();
    await expect(visitor.page.getByText(t('nfts:proved'))).toBeVisible();
  });

  await test.step('two operators book the payment with its proof; the page shows it', async () => {
    const otto = await visit({ url: server.url });
    otto.expectInConsole(/status of 401/);
    const link = await addOperator(server, 'otto');
    await confirmWhenAsked(otto, await enrolByLink(otto, link, OPERATOR_PASSWORD));
    await office.reload();
    const row = charityRow(olga);
    await row.getByRole('button', { name: t('nfts:op.pay') }).click();
    const paid = { [`${t('records:col.amount')} (USDT)`]: '50', [t('nfts:op.reference')]: 'SEPA-7' };
    await sendForm(olga, {
      fields: { ...paid, [t('nfts:op.paidOn')]: '2026-11-20' },
      picture: t('nfts:op.proof'),
      action: t('nfts:op.pay'),
    });
    // Nothing is booked before the second person.
    expect((await customer.api.resultOf('getNftById', { params: { id } })).charity.paidOut).toBe('0');
    await approveRequest(otto, /nfts?\.pay|charity/i);
    await expect
      .poll(async () => (await customer.api.resultOf('getNftById', { params: { id } })).charity.paidOut)
      .toBe('50');
    await office.reload();
    await expect(table().getByRole('row', { name: /SEPA-7/ })).toBeVisible();
    // Raised and paid out, with the postings that they are made of.
    await open(anna, `/nfts/${id}`);
    const account = page.getByRole('table', { name: anna.t('nfts:account') });
    const numbers = { first: '1', last: '2' };
    const sale = account.getByRole('row', { name: `${WORK.name} · ${anna.t('nfts:numbers', numbers)}` });
    await expect(sale).toContainText(anna.format.signedMoney('50', 'USDT'));
    const payout = account.getByRole('row', { name: anna.t('nfts:payout', { reference: 'SEPA-7' }) });
    await expect(payout).toContainText(anna.format.signedMoney('-50', 'USDT'));
    await expect(payout).toContainText(anna.format.money('0', 'USDT'));
    for (const name of ['nfts:raised', 'nfts:paidOut'] as const) {
      const figure = page
        .getByRole('term')
        .filter({ hasText: anna.t(name) })
        .locator('xpath=..');
      await expect(figure).toContainText('50.00');
    }
    const { items } = await customer.api.resultOf('listNotifications', { query: {} });
    expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['nft.bought', 'nft.paid']));
  });
});
