import { readFile } from 'node:fs/promises';
import type { ResultOf } from '@glasshouse/api';
import { escapeRegExp } from '@glasshouse/i18n/checks/texts';
import { amountOf } from '@glasshouse/rules/money';
import { LAYOUTS } from '../support/devices.ts';
import { type Api, enterAsGuest, priceOf } from '../support/guest.ts';
import { button, dialog, navigate, open } from '../support/person.ts';
import { savePicture } from '../support/picture.ts';
import { CALM_CODE, WILD_CODE } from '../support/staged-recordings.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

/**
 * Converting at a firm price, a price alert that fires, and the statement as a file. The lines of
 * the file add up to the balances, account by account.
 */
const LANGUAGE = { desktop: 'ar', phone: 'en' } as const;

for (const layout of LAYOUTS) {
  test(`a conversion, a price alert and an export of the statement: ${layout}, ${LANGUAGE[layout]}`, async ({
    visit,
  }) => {
    const person = await visit({ layout, language: LANGUAGE[layout] });
    const { page, t, format } = person;
    const api = await enterAsGuest(person);

    // The price of the swinging coin crosses this level within a minute; meanwhile, convert.
    await open(person, `/cruuency?code=${WILD_CODE}`);
    await button(person, t('alerts:open', { market: 'LTC/USDT' })).click();
    const sheet = dialog(person).last();
    const level = await levelOf(api);
    await sheet.getByLabel(t('alerts:price'), { exact: true }).fill(level);
    await sheet.getByRole('button', { name: t('alerts:add'), exact: true }).click();
    await expect.poll(async () => (await alerts(api)).length).toBe(1);

    // Without a page load, so that the alert can arrive in the meantime.
    // The price of the calm coin stays within the band of every quote.
    await navigate(person, `/profile/exchange?to=${CALM_CODE.replace('USDT', '')}`);
    await page.getByLabel(t('convert:give'), { exact: true }).fill('1000');
    const convert = page.locator('main form button[type=submit]');
    await expect(convert).toBeEnabled();
    // Read and pressed in one step: a quote lasts ten seconds, and the next has another price.
    const offered = await convert.evaluate((element) => {
      (element as HTMLButtonElement).click();
      return element.textContent ?? '';
    });
    const done = page.getByRole('status').filter({ hasText: format.money('1000', 'USDT') });
    await expect(done).toBeVisible();
    const [conversion] = (await api.resultOf('listConversions')).items;
    expect(conversion).toMatchObject({ from: 'USDT', amount: '1000' });
    // Firm: exactly what the button offered.
    expect(offered).toContain(format.money(conversion!.received, conversion!.to));
    await expect(done).toContainText(format.money(conversion!.received, conversion!.to));
    expect((await balances(api)).find(({ asset }) => asset === conversion!.to)?.available).toBe(conversion!.received);

    const reached = t('alerts:reached', { market: 'LTC/USDT', price: format.price(level, 4) });
    await expect.poll(async () => (await alerts(api))[0]?.state, { timeout: 240_000 }).toBe('fired');
    const [alert] = await alerts(api);
    // The price may have crossed the level during typing; then it fires on the way back.
    expect(alert?.price).toBe(level);
    const beyond = Number(alert?.tick?.price) - Number(level);
    expect(alert?.direction === 'above' ? beyond : -beyond).toBeGreaterThanOrEqual(0);
    await expectToast(person, plain(reached));
    await open(person, '/profile/alerts');
    await expect(page.getByRole('main')).toContainText('LTC/USDT');

    // By now its minute is signed.
    await open(person, `/order/convert/${conversion!.id}`);
    await button(person, t('trade:receipt.verify')).click();
    await expect(page.getByRole('main')).toContainText(t('trade:receipt.resultFits'), { timeout: 90_000 });
    await savePicture(person);

    await open(person, '/zjxq');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(person, t('account:statement.exportCsv')).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    expectToAddUp(await readFile(await download.path(), 'utf8'), await balances(api));
  });
}

const alerts = async (api: Api) => (await api.resultOf('listAlerts')).items;
const balances = async (api: Api) => (await api.resultOf('listBalances')).items;

/** Above the current price, wherever the swing is, and below its top. */
async function levelOf(api: Api): Promise<string> {
  return Math.min(100.9, Math.max(99.5, (await priceOf(api, WILD_CODE)) + 0.4)).toFixed(4);
}

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
