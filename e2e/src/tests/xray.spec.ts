/**
 * Any figure can be pressed: with the key `x`, every one that has a reason is outlined, and opens
 * into its inputs and itself as the last line. A finger that stays on one opens it as well.
 */
import type { Locator } from '@playwright/test';
import { evidenceOf } from '../support/contracts.ts';
import { type Api, buyCoins, enterAsGuest } from '../support/guest.ts';
import { open, type Person, settled } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

const CODE = 'BTCUSDT';

interface Opened {
  readonly name: string;
  /** When it was pressed, and when its reason was read: the reason is that of the press. */
  readonly shown: readonly [string, string];
  readonly last: string | undefined;
  readonly inputs: number;
  readonly isCovered: boolean;
}

/** Opens every outlined figure in turn, and reads it together with the last line of its reason. */
const openAll = ({ page }: Person): Promise<Opened[]> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const opened: Opened[] = [];
    const figures = [...document.querySelectorAll<HTMLElement>('button[data-derived][aria-description]')];
    for (const figure of figures) {
      if (!figure.isConnected || !figure.checkVisibility()) continue;
      figure.scrollIntoView({ block: 'center' });
      const pressed = figure.textContent;
      figure.click();
      let total: Element | null = null;
      for (let frames = 0; total === null && frames < 300; frames += 1) {
        await frame();
        total = document.querySelector('[role=dialog]:popover-open [data-total] dd');
      }
      const panel = document.querySelector<HTMLElement>('[role=dialog]:popover-open');
      await Promise.all(panel?.getAnimations().map(({ finished }) => finished) ?? []);
      const isCovered = (): boolean => {
        const box = figure.getBoundingClientRect();
        const around = panel?.getBoundingClientRect();
        return (
          around === undefined ||
          (around.top < box.bottom && box.top < around.bottom && around.left < box.right && box.left < around.right) ||
          around.top < 0 ||
          around.left < 0 ||
          innerWidth < around.right ||
          innerHeight < around.bottom
        );
      };
      // It finds its place again once all of its lines are there.
      for (let frames = 0; isCovered() && frames < 300; frames += 1) await frame();
      opened.push({
        name: figure.getAttribute('aria-description') ?? '',
        shown: [pressed, figure.textContent],
        last: total?.textContent,
        inputs: panel?.querySelectorAll('dl > div').length ?? 0,
        isCovered: isCovered(),
      });
      panel?.hidePopover();
      await frame();
    }
    return opened;
  });

/** Turns the mode on, and expects at least these figures, each with its own value as the result. */
async function expectReasons(person: Person, names: readonly string[]): Promise<void> {
  const { page } = person;
  await page.keyboard.press('x');
  await expect(page.locator('[data-xray]')).toHaveCount(1);
  const opened = await openAll(person);
  for (const figure of opened) {
    expect(figure.shown, figure.name).toContain(figure.last);
    expect({ name: figure.name, isCovered: figure.isCovered }).toEqual({ name: figure.name, isCovered: false });
    expect(figure.inputs, figure.name).toBeGreaterThan(1);
  }
  for (const name of names) expect(opened.map((figure) => figure.name)).toContain(name);
  await page.keyboard.press('x');
}

/** Holds a finger on a figure until its reason is there, which stays when the finger is lifted. */
async function holdFinger({ page }: Person, figure: Locator): Promise<void> {
  const reason = page.locator('[role=dialog]:popover-open');
  const nextFrame = () => page.evaluate(() => new Promise((rendered) => requestAnimationFrame(rendered)));
  const session = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchEnd'): Promise<void> => {
    const box = type === 'touchStart' ? await figure.boundingBox() : null;
    const touchPoints = box === null ? [] : [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  // Clear of the bars at both ends.
  await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(reason).toHaveCount(0);
  await touch('touchStart');
  await expect(reason).toBeVisible();
  await touch('touchEnd');
  await nextFrame();
  await expect(reason.locator('[data-total] dd')).not.toBeEmpty();
  await page.keyboard.press('Escape');
  await expect(reason).toHaveCount(0);
}

/** A position, an option and coins, so that there is something to explain. */
async function trade(api: Api): Promise<void> {
  const contract = { code: CODE, side: 'buy', type: 'market', lots: '5', leverage: 20 } as const;
  const { id } = await api.resultOf('openPosition', { body: contract });
  await buyCoins(api, CODE, '500');
  await api.resultOf('buyOption', { body: { code: CODE, direction: 'up', amount: '10', periodId: 300 } });
  await expect.poll(async () => (await evidenceOf(api, id)).order.state).toBe('open');
}

for (const [layout, language] of [
  ['desktop', 'en'],
  ['phone', 'ar'],
] as const) {
  test(`every outlined figure is the last line of its reason (${layout}, ${language})`, async ({ visit }) => {
    const person = await visit({ layout, language, isMoving: true });
    const { page, t } = person;
    // The key answers once the page is there: it needs nothing of what loads four seconds later.
    person.expectInConsole(/after-start/);
    await page.route(/\/assets\/after-start-/, (route) => route.abort());
    await trade(await enterAsGuest(person));
    await open(person, '/portfolio');
    await settled(person);
    await page.getByRole('heading', { name: t('portfolio:section.exposure') }).click();
    await expect(page.getByRole('table', { name: t('portfolio:section.exposure') })).toBeVisible();
    if (layout === 'phone') {
      const figure = page.locator(`[data-derived][aria-description="${t('order:ifClosedNow')}"]`).first();
      // A tap opens it, too: its row leads nowhere.
      await figure.tap();
      await expect(page.locator('[role=dialog]:popover-open')).toBeVisible();
      await page.keyboard.press('Escape');
      await holdFinger(person, figure);
    }
    await expectReasons(person, [
      t('order:ifClosedNow'),
      // A row of a phone has no room for it.
      ...(layout === 'desktop' ? [t('order:liquidation'), t('account:balances.available')] : []),
      t('portfolio:result.today'),
      t('portfolio:result.booked'),
      t('portfolio:result.open'),
      t('portfolio:own.title'),
      t('portfolio:exposure.net'),
    ]);
    await open(person, '/profile/balancebb');
    await settled(person);
    await expectReasons(person, [t('funds:cost.unrealised')]);
    if (layout === 'phone') {
      // The change of a market stands in a row that leads there: held, it explains itself instead.
      await open(person, '/market');
      await settled(person);
      await holdFinger(person, page.locator('[data-derived]:not(button)').first());
      await expect(page).toHaveURL(/\/market$/);
      return;
    }
    await open(person, '/profile/exchange');
    await page.getByLabel(t('convert:give'), { exact: true }).fill('100');
    await page.getByLabel(t('convert:give'), { exact: true }).blur();
    await expect(page.locator(`[data-derived][aria-description="${t('convert:receive')}"]`)).toBeVisible();
    await expectReasons(person, [
      t('convert:receive'),
      t('convert:price', { from: 'BTC' }),
      t('convert:reference'),
      t('convert:spread'),
    ]);
    await open(person, `/cruuency?code=${CODE}&product=contracts`);
    await page.locator('summary').getByText(t('trade:ticket.details'), { exact: true }).click();
    await page.getByLabel(t('contracts:lots'), { exact: true }).fill('2');
    await page.getByLabel(t('contracts:lots'), { exact: true }).blur();
    await expectReasons(person, [
      t('trade:options.putUp'),
      t('contracts:margin'),
      t('contracts:liquidation'),
      t('contracts:breakEven'),
      t('contracts:worst'),
      t('order:ifClosedNow'),
    ]);
  });
}

test('the price in a reason is a tick, which the browser proves; what was booked leads to its line', async ({
  visit,
  steered,
}) => {
  const person = await visit({ url: steered.url });
  const { page, t } = person;
  const api = await enterAsGuest(person);
  const contract = { code: CODE, side: 'sell', type: 'market', lots: '5', leverage: 20 } as const;
  const { id } = await api.resultOf('openPosition', { body: contract });
  await expect.poll(async () => (await evidenceOf(api, id)).order.state).toBe('open');
  await open(person, `/order/contracts/${id}`);
  await settled(person);
  const figure = (name: string) => page.locator(`button[data-derived][aria-description="${name}"]`).first();
  const reason = page.locator('[role=dialog]:popover-open');

  await figure(t('order:ifClosedNow')).click();
  const stamps = reason.getByRole('list', { name: t('guide:pane.proof') });
  await expect(stamps).toContainText(/#\d+/);
  await steered.minute.sign();
  await expect(stamps).toHaveAttribute('data-state', 'sealed');
  await page.keyboard.press('Escape');

  await api.resultOf('closePosition', { body: { id } });
  await expect.poll(async () => (await evidenceOf(api, id)).order.state).toBe('closed');
  await page.reload();
  await settled(person);
  await figure(t('order:net')).click();
  await reason.locator('a[href^="#line-"]').last().click();
  await expect(reason).toHaveCount(0);
  const row = page.locator('tr:target');
  await expect(row).toBeInViewport();
  await expect(row).toContainText(t('account:reason.contracts.fee'));

  await open(person, '/portfolio');
  await page.getByRole('heading', { name: t('portfolio:section.days') }).click();
  await figure(t('funds:product.contracts')).click();
  await reason.getByRole('link', { name: t('trade:receipt.ledger') }).click();
  await expect(page).toHaveURL(/reason=contracts&asset=USDT&day=/);
  await expect(page.locator('#lines')).toBeInViewport();
  await expect(page.getByRole('button', { name: t('funds:lines.clear') })).toBeVisible();
});
