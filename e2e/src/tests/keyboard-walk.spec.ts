/**
 * The main flows with nothing but a keyboard: Tab reaches every control in turn, what has the focus
 * shows it, dialogs keep it and give it back to what opened them.
 */
import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../support/accounts.ts';
import { newCustomer } from '../support/operator-api.ts';
import { button, dialog, navigate, open, type Person, settled, textOf } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';
import { periodChoice } from '../support/trading.ts';
import { numbered } from '../support/words.ts';

/** More stops than any page has between two controls of one flow. */
const STOPS_MAX = 160;

const NO_FOCUS = 'nothing has the focus';

/** Whether the focused element, or the box around it, looks different from the others. */
const isFocusShown = (page: Page): Promise<string | undefined> =>
  page.evaluate((none) => {
    const active = document.activeElement;
    if (active === null || active === document.body) return none;
    if (!active.matches(':focus-visible')) return `not shown: ${active.outerHTML.slice(0, 200)}`;
    const marked = (element: Element | null | undefined): boolean => {
      if (!(element instanceof Element)) return false;
      // A canvas would hide the outline of the box below it: the chart draws its own on top.
      return [undefined, '::after'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      });
    };
    // The line of a splitter grows to the whole of its length.
    const line = getComputedStyle(active, '::before');
    const { width, height } = active.getBoundingClientRect();
    if (active.role === 'separator') {
      const isWhole =
        Math.max(width, height) <= Math.max(Number.parseFloat(line.width), Number.parseFloat(line.height)) + 1;
      return isWhole ? undefined : 'a splitter looks the same';
    }
    const around = [active, active.nextElementSibling, active.parentElement, active.closest('label')];
    const isMarked = around.some(marked) || marked(active.parentElement?.parentElement);
    return isMarked ? undefined : `no outline: ${active.outerHTML.slice(0, 200)}`;
  }, NO_FOCUS);

/** Tab by Tab to a control. Each stop shows that it has the focus, and none holds it. */
async function tabTo(person: Person, target: Locator, key = 'Tab'): Promise<void> {
  const { page } = person;
  await expect(target).toBeVisible();
  const targetElement = await target.elementHandle();
  let before: string | undefined;
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press(key);
    const [isThere, where] = await page.evaluate((element) => {
      const active = document.activeElement;
      return [active === element, `${active?.tagName} ${active?.outerHTML.slice(0, 300)}`] as const;
    }, targetElement);
    // What had it may have gone meanwhile: an order that ended, a line that left the chart.
    const shown = await isFocusShown(page);
    if (!where.startsWith('BODY') && shown !== NO_FOCUS) expect.soft(shown).toBeUndefined();
    if (isThere) return;
    before = where;
  }
  throw new Error(`Tab does not reach ${target}; last at ${before}`);
}

async function press(person: Person, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(person, target);
  await person.page.keyboard.press(key);
}

/** Types over what a field holds. */
async function typeInto(person: Person, field: Locator, text: string): Promise<void> {
  const { page } = person;
  await tabTo(person, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

test('the main flows need no pointer', async ({ visit, steered }) => {
  const person = await visit({ url: steered.url });
  const { page, t, format } = person;
  await open(person, '/');

  // In as a guest, and to a market.
  await press(person, page.getByRole('main').getByRole('button', { name: t('shell:tool.tryDemo') }));
  await expect(page).toHaveURL(/cruuency/);
  await press(person, page.getByRole('banner').getByRole('link', { name: t('shell:nav.market'), exact: true }));
  await expect(page).toHaveURL(/\/market/);
  await press(person, page.getByRole('grid').locator('a[tabindex="0"]'));
  // Beside the list stands the market of the row; its link leads on.
  await press(person, page.locator('main a[href^="/cruuency"]:not([role=grid] *)').first());
  await expect(page).toHaveURL(/cruuency/);

  // The first option. Its first press opens the warning, which ends with the order and its button.
  const ticket = page.getByRole('main');
  const warning = ticket.getByRole('region', { name: t('trade:risk.title') });
  // The shortest period, by the arrows of its group.
  await tabTo(person, periodChoice(person, ticket, 60));
  await page.keyboard.press('ArrowLeft');
  await expect(periodChoice(person, ticket, 30)).toBeChecked();
  await typeInto(person, ticket.getByLabel(t('trade:options.stake'), { exact: true }), '75');
  const buy = t('trade:options.buyUp', { amount: format.money('75', 'USDT') });
  await settled(person);
  await press(person, ticket.getByRole('button', { name: buy }));
  await press(person, warning.getByRole('button', { name: buy }));
  await expect(warning).toHaveCount(0);
  const placed = numbered(t, 'trade:options.placed', 'id');
  const option = Number(placed.exec(await expectToast(person, placed))?.[1]);

  // A contract, opened and closed.
  await open(person, '/cruuency?code=ETHUSDT&product=contracts');
  await typeInto(person, ticket.getByLabel(t('contracts:lots'), { exact: true }), '3');
  await settled(person);
  const order = await textOf(ticket.locator('button[type=submit]'));
  await press(person, ticket.locator('button[type=submit]'));
  await press(person, warning.getByRole('button', { name: order }));
  await expect(warning).toHaveCount(0);
  const close = ticket.getByRole('button', { name: t('contracts:close'), exact: true }).first();
  await press(person, close);
  await keepsFocus(person);
  await expect(close).toBeFocused();
  await page.keyboard.press('Enter');
  const all = t('contracts:closeLots', { count: 3, lots: format.number('3') });
  await press(person, dialog(person).getByRole('button', { name: all }));
  await expect(dialog(person)).toHaveCount(0);
  await expect(close).toHaveCount(0);

  // A conversion.
  await navigate(person, '/profile/exchange');
  await typeInto(person, page.getByLabel(t('convert:give'), { exact: true }), '100');
  const convert = page.locator('main form button[type=submit]');
  await expect(convert).toBeEnabled();
  await press(person, convert);
  await expect(page.getByRole('status').filter({ hasText: format.money('100', 'USDT') })).toBeVisible();

  // Settings by the arrows, and the languages out of the account's menu.
  await navigate(person, '/profile/settings');
  const motion = page.getByRole('switch', { name: t('guide:settings.still') });
  await press(person, motion, 'Space');
  await expect(motion).toBeChecked();
  await press(person, button(person, t('shell:tool.account')));
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type(t('shell:tool.language').slice(0, 4));
  await expect(page.getByRole('menuitem', { name: t('shell:tool.language') })).toBeFocused();
  await page.keyboard.press('Enter');
  await keepsFocus(person);

  // The tour begins here, and is left by its own button.
  const tour = page.getByRole('region', { name: t('guide:tour.title') });
  await press(person, page.getByRole('main').getByRole('button', { name: t('guide:tour.again') }));
  await expect(page).toHaveURL(/\/market/);
  await press(person, tour.getByRole('button', { name: t('guide:tour.leave') }));
  await expect(tour).toHaveCount(0);

  // The option is over: its row leads to its receipt.
  await steered.clock.advance('31s');
  await open(person, '/cruuency?code=BTCUSDT');
  const lists = page.getByRole('tablist', { name: t('trade:orders.title') });
  await tabTo(person, lists.getByRole('tab', { selected: true }));
  await page.keyboard.press('End');
  await expect(lists.getByRole('tab', { name: t('trade:orders.history') })).toHaveAttribute('aria-selected', 'true');
  const table = page.getByRole('table', { name: t('trade:orders.history') });
  const receipt = new RegExp(`/order/options/${option}`);
  await expect(table.getByRole('link').first()).toHaveAttribute('href', receipt);
  await press(person, table.getByRole('link').first());
  await expect(page).toHaveURL(receipt);
  await tabTo(person, button(person, t('trade:receipt.verify')));
});

test('signing in with a password, and out again, needs no pointer', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const { username } = await newCustomer(person);
  await open(person, '/market');
  await press(person, page.getByRole('link', { name: t('shell:tool.login'), exact: true }).first());
  await expect(page).toHaveURL(/\/pass\/login/);
  const field = (name: 'account' | 'password') => page.getByLabel(t(`account:field.${name}`), { exact: true });
  const submit = page.locator('main form button[type=submit]');
  await typeInto(person, field('account'), username);
  await typeInto(person, field('password'), `${PASSWORD}-not`);
  person.expectInConsole(/status of 4\d\d/);
  await press(person, submit);
  await expect(page.getByRole('alert')).toBeVisible();

  // What was typed is kept: the name need not be typed again.
  await expect(field('account')).toHaveValue(username);
  await typeInto(person, field('password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(person, t('account:login.done'));
  await expect(page).toHaveURL(/\/market/);

  await navigate(person, '/profile');
  await press(person, page.getByRole('main').getByRole('button', { name: t('shell:tool.logout') }));
  await press(person, dialog(person).getByRole('button', { name: t('shell:tool.logout') }));
  await expectToast(person, t('shell:loggedOut'));
});

/** Tab goes round within the dialog that is open; Escape ends it. */
async function keepsFocus(person: Person): Promise<void> {
  const { page } = person;
  await expect(dialog(person)).toBeVisible();
  for (let stop = 0; stop < 16; stop += 1) {
    await page.keyboard.press('Tab');
    // Between its last and its first control the browser itself has the focus.
    const isOutside = await page.evaluate(() => {
      const active = document.activeElement;
      return active !== document.body && active?.closest('dialog, [role=dialog]') === null;
    });
    expect(isOutside, 'the focus left the dialog').toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog(person)).toHaveCount(0);
}
