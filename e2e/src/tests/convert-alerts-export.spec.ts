import { readFile } from 'node:fs/promises';
import { amountOf } from '@glasshouse/rules/money';
import { LAYOUTS } from '../support/devices.ts';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { button, dialog, goOn, open } from '../support/person.ts';
import { orderRoute } from '../support/routes.ts';
import { WILD_CODE } from '../support/staged-recordings.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

/**
 * What people do around their orders: convert at a firm price, be told of a price, and take the statement with them. The lines of the
 * file add up to the balances, account by account.
 */
const LANGUAGE = { desktop: 'ar', phone: 'en' } as const;

/** As much of two answers as is changed on their way to the page. */
interface Answer {
  readonly result: { readonly receipt?: { readonly ticks: { receipt: unknown }[] } | null };
}

interface Balance {
  readonly asset: string;
  readonly available: string;
  readonly held: string;
  readonly margin: string;
}

for (const layout of LAYOUTS) {
  test(`convert, be told of a price, and export: ${layout}, ${LANGUAGE[layout]}`, async ({ visit }) => {
    const person = await visit({ layout, language: LANGUAGE[layout] });
    const { page, t, format } = person;
    const api = await enterAsGuest(person);

    // The price of the wild coin passes this level within a minute; meanwhile something is converted.
    await open(person, `/cruuency?code=${WILD_CODE}`);
    await button(person, t('alerts:open', { market: 'LTC/USDT' })).click();
    const sheet = dialog(person).last();
    const level = await levelOf(api);
    await sheet.getByLabel(t('alerts:price'), { exact: true }).fill(level);
    await sheet.getByRole('button', { name: t('alerts:add'), exact: true }).click();
    await expect.poll(async () => (await alerts(api)).length).toBe(1);

    // Without loading the page again: what it is told meanwhile is seen.
    await goOn(person, '/profile/exchange');
    await page.getByLabel(t('convert:give'), { exact: true }).fill('1000');
    const convert = page.locator('main form button[type=submit]');
    await expect(convert).toBeEnabled();
    // Read and pressed in one turn: a quote lasts ten seconds, and the next one has another price.
    const offered = await convert.evaluate((element) => {
      (element as HTMLButtonElement).click();
      return element.textContent ?? '';
    });
    const done = page.getByRole('status').filter({ hasText: format.money('1000', 'USDT') });
    await expect(done).toBeVisible();
    const [fill] = (await api.call<{ items: Fill[] }>('GET', '/user/listDh')).result.items;
    expect(fill).toMatchObject({ from: 'USDT', amount: '1000' });
    // Firm: what the button said, to the last digit that it showed.
    expect(offered).toContain(format.money(fill!.received, fill!.to));
    await expect(done).toContainText(format.money(fill!.received, fill!.to));
    expect((await balances(api)).find(({ asset }) => asset === fill!.to)?.available).toBe(fill!.received);

    const reached = t('alerts:reached', { market: 'LTC/USDT', price: format.price(level, 4) });
    await expect.poll(async () => (await alerts(api))[0]?.state, { timeout: 240_000 }).toBe('fired');
    const [alert] = await alerts(api);
    // While it was typed the price may have passed it, and passes it on the way back.
    expect(alert?.price).toBe(level);
    const beyond = Number(alert?.tick?.price) - Number(level);
    expect(alert?.direction === 'above' ? beyond : -beyond).toBeGreaterThanOrEqual(0);
    await expectToast(person, plain(reached));
    await open(person, '/profile/alerts');
    await expect(page.getByRole('main')).toContainText('LTC/USDT');

    await open(person, '/zjxq');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(person, t('account:statement.exportCsv')).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    expectToAddUp(await readFile(await download.path(), 'utf8'), await balances(api));
  });
}

interface Fill {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly received: string;
}
interface Alert {
  readonly state: string;
  readonly direction: string;
  readonly price: string;
  readonly tick: { readonly price: string } | null;
}

const alerts = async (api: Api) => (await api.call<{ items: Alert[] }>('GET', '/user/listAlert')).result.items;
const balances = async (api: Api) => (await api.call<{ items: Balance[] }>('GET', '/user/listBalances')).result.items;

/** Above the price of now wherever the swing is, and below its top. */
async function levelOf(api: Api): Promise<string> {
  const { result } = await api.call<{ price: number }>('GET', `/index/getMarketInfo/${WILD_CODE}`);
  return Math.min(100.9, Math.max(99.5, result.price + 0.4)).toFixed(4);
}

/** As a reader sees it: without the marks that keep names and figures from mixing. */
const plain = (text: string): RegExp =>
  new RegExp(
    [...text.replace(/[\u2066-\u2069]/g, '')]
      .map((character) => (/\s/.test(character) ? '\\s' : character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('[\\u2066-\\u2069]*'),
  );

/** The sum of the lines of each account is its balance; the file is read as any program would. */
function expectToAddUp(csv: string, items: readonly Balance[]): void {
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

test('a result that is verified before its minute is signed, by a key that nobody has seen yet, is not called forged', async ({
  visit,
}) => {
  const person = await visit();
  const { page, t } = person;
  const order = await orderRoute(await enterAsGuest(person));
  // As on an installation in its first minute: no proof is there yet, and no key, which is published together with the first minute that it signs.
  let isSigned = false;
  const untilSigned = (path: string, unsign: (answer: Answer) => void) =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      if (!isSigned) unsign(json);
      await route.fulfill({ response, json });
    });
  await untilSigned('**/getOptionsOrderById/*', ({ result }) => {
    for (const tick of result.receipt?.ticks ?? []) tick.receipt = null;
  });
  await untilSigned('**/listPublicKeys', (answer) => Object.assign(answer, { result: [] }));
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/listPublicKeys')) asked += 1;
  });
  await open(person, order);
  await expect(page.getByText(t('trade:receipt.pending'))).toBeVisible();
  const verify = button(person, t('trade:receipt.verify'));
  await verify.click();
  await expect.poll(() => asked).toBe(1);
  await expect(verify).toBeEnabled();
  isSigned = true;
  const verdict = page.getByRole('status').filter({ hasText: t('trade:receipt.verified') });
  await expect(verdict.or(page.getByText(t('trade:receipt.notFit')))).toBeVisible({ timeout: 240_000 });
  await expect(verdict).toContainText(t('trade:receipt.resultFits'));
  expect(asked).toBe(2);
});
