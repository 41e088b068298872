import { readFile } from 'node:fs/promises';
import type { ResultOf } from '@glasshouse/api';
import { escapeRegExp } from '@glasshouse/i18n/checks/texts';
import { amountOf } from '@glasshouse/rules/money';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { button, dialog, navigate, open, openListening, textOf } from '../support/person.ts';
import { savePicture } from '../support/picture.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

/**
 * Converting at a firm price, a price alert that fires, and the statement as a file. The lines of
 * the file add up to the balances, account by account.
 */
const LEVEL = '99.5000';

test('a conversion, a price alert and an export of the statement', async ({ visit, steered }) => {
  const { market, minute } = steered;
  await market.set('LTCUSDT', '98.0000', '98.0000');
  const person = await visit({ language: 'ar', url: steered.url });
  const { page, t, format } = person;
  const api = await enterAsGuest(person);

  await openListening(person, '/cruuency?code=LTCUSDT');
  await button(person, t('alerts:open', { market: 'LTC/USDT' })).click();
  const sheet = dialog(person).last();
  await sheet.getByLabel(t('alerts:price'), { exact: true }).fill(LEVEL);
  await sheet.getByRole('button', { name: t('alerts:add'), exact: true }).click();
  await expect.poll(async () => (await alerts(api)).length).toBe(1);

  // Without a page load, so that the alert can arrive in the meantime.
  await navigate(person, '/profile/exchange?to=XRP');
  await page.getByLabel(t('convert:give'), { exact: true }).fill('1000');
  const convert = page.locator('main form button[type=submit]');
  await expect(convert).toBeEnabled();
  const offered = await textOf(convert);
  await convert.click();
  const done = page.getByRole('status').filter({ hasText: format.money('1000', 'USDT') });
  await expect(done).toBeVisible();
  const [conversion] = (await api.resultOf('listConversions')).items;
  expect(conversion).toMatchObject({ from: 'USDT', amount: '1000' });
  // Firm: exactly what the button offered.
  expect(offered).toContain(format.money(conversion!.received, conversion!.to));
  await expect(done).toContainText(format.money(conversion!.received, conversion!.to));
  expect((await balances(api)).find(({ asset }) => asset === conversion!.to)?.available).toBe(conversion!.received);

  const reached = t('alerts:reached', { market: 'LTC/USDT', price: format.price(LEVEL, 4) });
  await market.set('LTCUSDT', '99.4000', '99.4000');
  expect((await alerts(api))[0]?.state).toBe('active');
  await market.set('LTCUSDT', '99.6000', '99.6000');
  await expect.poll(async () => (await alerts(api))[0]?.state).toBe('fired');
  const [alert] = await alerts(api);
  expect(alert).toMatchObject({ direction: 'above', price: LEVEL, tick: { price: '99.6000' } });
  await expectToast(person, plain(reached));
  await open(person, '/profile/alerts');
  await expect(page.getByRole('main').getByRole('link', { name: 'LTC/USDT' })).toBeVisible();

  await minute.sign();
  await open(person, `/order/convert/${conversion!.id}`);
  await button(person, t('trade:receipt.verify')).click();
  await expect(page.getByRole('main')).toContainText(t('trade:receipt.resultFits'));
  await savePicture(person, { hasLink: true });

  await open(person, '/zjxq');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(person, t('account:statement.exportCsv')).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  expectToAddUp(await readFile(await download.path(), 'utf8'), await balances(api));
});

const alerts = async (api: Api) => (await api.resultOf('listAlerts')).items;
const balances = async (api: Api) => (await api.resultOf('listBalances')).items;

/** As a reader sees it: without the marks that isolate names and figures. */
const plain = (text: string): RegExp =>
  new RegExp(
    [...text.replace(/[\u2066-\u2069]/g, '')]
      .map((character) => (/\s/.test(character) ? '\\s' : escapeRegExp(character)))
      .join('[\\u2066-\\u2069]*'),
  );

/** The lines of each account sum to its balance; the file is parsed as any program would. */
function expectToAddUp(csv: string, items: ResultOf<'listBalances'>['items']): void {
  const [header = '', ...rows] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const names = header.split(',');
  const column = (name: string): number => names.indexOf(name);
  for (const name of ['asset', 'account', 'amount']) expect(names, header).toContain(name);
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const fields = row.split(',').map((field) => field.replace(/^"(.*)"$/, '$1'));
    const key = `${fields[column('asset')]} ${fields[column('account')]}`;
    const text = fields[column('amount')] ?? '';
    const amount = text.startsWith('-') ? -amountOf(text.slice(1)) : amountOf(text);
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  }
  expect(rows.length).toBeGreaterThan(2);
  for (const { asset, available } of items) expect(sums.get(`${asset} available`) ?? 0n).toBe(amountOf(available));
}
