import { readFile } from 'node:fs/promises';
import { type Amount, add, amountOf, formatAmount, ZERO } from '@glasshouse/rules/money';
import { buyCoins, convertCoins, enterAsGuest } from '../support/guest.ts';
import { button, open } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

/**
 * The report of a tax year: what the page says, the file says, and the statement says. The lines of
 * the file add up to the results of the page, and to the balances.
 */
test('a tax report, its two files and the statement agree', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const api = await enterAsGuest(person);
  await convertCoins(api, { from: 'USDT', to: 'ETH', amount: '1000' });
  await buyCoins(api, 'BTCUSDT', '2500');
  await convertCoins(api, { from: 'ETH', to: 'USDT', amount: '0.1' });

  await open(person, '/zjxq');
  await page.getByRole('link', { name: t('funds:tax.title'), exact: true }).click();
  await expect(page).toHaveURL(/\/zjxq\/tax$/);
  const main = page.getByRole('main');
  await expect(main).toContainText(t('funds:tax.notAdvice'));
  await expect(main).toContainText(t('funds:tax.reconciled'));
  // On paper: the report, black on white in any theme, without what surrounds or operates it.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const role of ['banner', 'contentinfo', 'navigation'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await expect(main.getByRole('table').first()).toBeVisible();
  await expect(main.getByText(t('funds:tax.pdf'))).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  const fileOf = async (name: string): Promise<Buffer> => {
    const pressed = button(person, name).click();
    const [download] = await Promise.all([page.waitForEvent('download'), pressed]);
    return readFile(await download.path());
  };
  const csv = (await fileOf(t('funds:tax.csv'))).toString('utf8');
  const pdf = await fileOf(t('funds:tax.pdf'));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.subarray(-8).toString()).toContain('%%EOF');

  const [header = '', ...lines] = csv.trim().split('\r\n');
  const names = header.split(',');
  const cells = lines.map((line) => line.split(','));
  const cell = (row: readonly string[], name: string): string => row[names.indexOf(name)] ?? '';
  // Prices and sums have no line of the statement; lots repeat that of their sale.
  const ofYear = cells.filter((row) => cell(row, 'statement_line') !== '' && cell(row, 'section') !== 'lot');
  const sum = (rows: readonly string[][], name: string): Amount =>
    rows.reduce((total, row) => add(total, amountOf(cell(row, name) || '0')), ZERO);

  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const year = new Date().getFullYear();
  const query = { year, zone, currency: 'USDT', method: 'fifo' } as const;
  const report = await api.resultOf('getTaxReport', { query });
  expect(formatAmount(sum(ofYear, 'result'))).toBe(report.result);
  expect(report.totals.map(({ section }) => section)).toContain('disposal');

  const { items } = await api.resultOf('listBalances');
  for (const { asset, closing } of report.movements) {
    expect([asset, closing]).toEqual([asset, items.find((balance) => balance.asset === asset)?.total]);
  }
  // Each line of the report is one of the statement.
  const statement = new Set((await api.resultOf('listStatement', { query: { limit: 200 } })).items.map(({ id }) => id));
  expect(ofYear.filter((row) => !statement.has(cell(row, 'statement_line')))).toEqual([]);
  // What a sale took of its lots is what it sold.
  const sold = cells.filter((row) => cell(row, 'section') === 'disposal');
  const lots = cells.filter((row) => cell(row, 'section') === 'lot');
  expect(sum(lots, 'quantity')).toBe(sum(sold, 'quantity'));
  expect(sum(lots, 'cost')).toBe(sum(sold, 'cost'));
});
