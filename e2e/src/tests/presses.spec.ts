/**
 * How many presses the ten most frequent tasks take, from the page that somebody is on when they
 * want it. A drag is one press; typing counts as none. Of a deposit: real-account.spec.ts.
 */
import type { Locator } from '@playwright/test';
import { evidenceOf, openContract } from '../support/contracts.ts';
import { enterAsGuest } from '../support/guest.ts';
import { button, dialog, open, type Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { numbered } from '../support/words.ts';

const CODE = 'BTCUSDT';

/** Counts the presses of one task. */
class Task {
  presses = 0;

  async press(target: Locator): Promise<void> {
    await target.click();
    this.presses += 1;
  }

  async drag({ page }: Person, from: Locator, by: number): Promise<void> {
    const { x, y, width, height } = (await from.boundingBox())!;
    await page.mouse.move(x + width / 3, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 3, y + height / 2 + by, { steps: 6 });
    await page.mouse.up();
    this.presses += 1;
  }
}

test('a stranger has traded after three presses, and has the language after two', async ({ visit, steered }) => {
  await steered.market.set(CODE, '100000.00', '100000.00');
  const person = await visit({ url: steered.url, isFirstVisit: true });
  const { page, t, format } = person;
  await open(person, '/');
  const trade = new Task();
  await trade.press(page.getByRole('main').getByRole('button', { name: t('shell:tool.tryDemo') }));
  await expect(page).toHaveURL(/cruuency/);
  const buy = { name: t('trade:options.buyUp', { amount: format.money('100', 'USDT') }), busy: false };
  await trade.press(page.getByRole('main').getByRole('button', buy));
  await trade.press(page.getByRole('region', { name: t('trade:risk.title') }).getByRole('button', buy));
  await expectToast(person, numbered(t, 'trade:options.placed', 'id'));
  expect(trade.presses).toBe(3);

  const theme = new Task();
  await theme.press(button(person, t('shell:tool.account')));
  await theme.press(page.getByRole('menuitemradio', { name: t('shell:tool.themeDark') }));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(theme.presses).toBe(2);

  const visitor = await visit({ url: steered.url });
  await open(visitor, '/market');
  const language = new Task();
  await language.press(visitor.page.getByRole('banner').getByRole('button', { name: t('shell:tool.language') }));
  await language.press(dialog(visitor).getByRole('button', { name: 'Deutsch' }));
  await expect(visitor.page.locator('html')).toHaveAttribute('lang', 'de');
  expect(language.presses).toBe(2);
});

test('a stop, half of a position, its reason and its proof', async ({ visit, steered }) => {
  const { market, minute } = steered;
  // The bars of the chart reach to both sides of the price.
  for (const price of ['98000.00', '102000.00', '100000.00']) await market.set(CODE, price, price);
  const person = await visit({ url: steered.url });
  const { page, t, format } = person;
  const api = await enterAsGuest(person);
  const id = await openContract(person, api, { code: CODE, side: 'buy', lots: '10', leverage: 5 });
  const positions = page.getByRole('table', { name: t('contracts:positions') });
  const order = async () => (await evidenceOf(api, id)).order;

  const stop = new Task();
  await stop.drag(person, page.locator(`[data-line=contract-${id}-entry]`), 90);
  await expect.poll(async () => (await order()).stopLoss).not.toBeNull();
  expect(stop.presses).toBe(1);

  const half = new Task();
  await half.press(positions.getByRole('button', { name: t('contracts:close'), exact: true }));
  const share = dialog(person).getByRole('group', { name: t('contracts:closeShare') });
  await half.press(share.getByRole('button', { name: format.percent('0.5', { max: 0 }) }));
  await half.press(dialog(person).getByRole('button', { name: t('contracts:closeLots', { count: 5, lots: '5' }) }));
  await expect.poll(async () => (await order()).openLots).toBe('5');
  expect(half.presses).toBe(3);

  // The result in the row opens into its parts.
  const fee = new Task();
  await fee.press(positions.locator('button[data-derived]').first());
  const pane = dialog(person).filter({ hasText: t('order:openFee') });
  await expect(pane).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
  expect(fee.presses).toBe(1);

  await market.set(CODE, '90000.00', '90000.00');
  await expect.poll(async () => (await order()).state).toBe('closed');
  await minute.sign();
  const reason = new Task();
  await reason.press(page.getByRole('tab', { name: t('trade:orders.history') }));
  await reason.press(
    page
      .getByRole('table', { name: t('trade:orders.history') })
      .getByRole('link')
      .first(),
  );
  await expect(page.getByRole('main')).toContainText(t('order:closedBy.stopLoss'));
  expect(reason.presses).toBe(2);

  const proof = new Task();
  await proof.press(button(person, t('trade:receipt.verify')));
  await expect(page.getByRole('status').filter({ hasText: t('trade:receipt.resultFits') })).toBeVisible();
  expect(proof.presses).toBe(1);

  // How somebody is doing stands on the page that opens first.
  await open(person, '/');
  const account = page.getByRole('region', { name: t('account:balances.total') });
  await expect(account).toContainText(/\d\.\d\d/);
  await expect(account).toContainText(t('portfolio:result.today'));

  const convert = new Task();
  await convert.press(account.getByRole('link', { name: t('shell:nav.convert') }));
  await page.getByLabel(t('convert:give'), { exact: true }).fill('100');
  await convert.press(page.locator('main form button[type=submit]'));
  await expect.poll(async () => (await api.resultOf('listConversions')).items.length).toBe(1);
  expect(convert.presses).toBe(2);
});
