/**
 * Any figure can be pressed: with the key `x`, every one that has a reason is outlined, and opens
 * into its inputs and itself as the last line.
 */
import { evidenceOf } from '../support/contracts.ts';
import { type Api, enterAsGuest } from '../support/guest.ts';
import { open, type Person, settled } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

const CODE = 'BTCUSDT';

interface Opened {
  readonly name: string;
  readonly shown: string;
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
      figure.click();
      let total: Element | null = null;
      for (let frames = 0; total === null && frames < 300; frames += 1) {
        await frame();
        total = document.querySelector('[role=note]:popover-open [data-total] dd');
      }
      const panel = document.querySelector<HTMLElement>('[role=note]:popover-open');
      await Promise.all(panel?.getAnimations().map(({ finished }) => finished) ?? []);
      const [box, around] = [figure.getBoundingClientRect(), panel?.getBoundingClientRect()];
      opened.push({
        name: figure.getAttribute('aria-description') ?? '',
        shown: figure.textContent,
        last: total?.textContent,
        inputs: panel?.querySelectorAll('dl > div').length ?? 0,
        isCovered:
          around === undefined ||
          (around.top < box.bottom && box.top < around.bottom && around.left < box.right && box.left < around.right) ||
          around.top < 0 ||
          around.left < 0 ||
          innerWidth < around.right ||
          innerHeight < around.bottom,
      });
      panel?.hidePopover();
      await frame();
    }
    return opened;
  });

/** Turns the mode on, and expects at least these figures, each with its own value as the result. */
async function expectReasons(person: Person, names: readonly string[]): Promise<void> {
  const { page } = person;
  // What listens to keys comes after the page.
  await expect(async () => {
    await page.keyboard.press('x');
    await expect(page.locator('[data-xray]')).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  const opened = await openAll(person);
  for (const one of opened) {
    expect(one).toMatchObject({ last: one.shown, isCovered: false });
    expect(one.inputs, one.name).toBeGreaterThan(1);
  }
  for (const name of names) expect(opened.map((one) => one.name)).toContain(name);
  await page.keyboard.press('x');
}

/** A position, an option and coins, so that there is something to explain. */
async function trade(api: Api): Promise<void> {
  const contract = { code: CODE, side: 'buy', type: 'market', lots: '5', leverage: 20 } as const;
  const { id } = await api.resultOf('openPosition', { body: contract });
  await api.resultOf('placeSpotOrder', { body: { code: CODE, side: 'buy', type: 'market', amount: '500' } });
  await api.resultOf('buyOption', { body: { code: CODE, direction: 'up', amount: '10', periodId: 300 } });
  await expect.poll(async () => (await evidenceOf(api, id)).order.state).toBe('open');
}

for (const [layout, language] of [
  ['desktop', 'en'],
  ['phone', 'ar'],
] as const) {
  test(`every outlined figure is the last line of its reason (${layout}, ${language})`, async ({ visit }) => {
    const person = await visit({ layout, language });
    const { page, t } = person;
    await trade(await enterAsGuest(person));
    await open(person, '/portfolio');
    await settled(person);
    await expect(page.getByRole('table', { name: t('portfolio:section.exposure') })).toBeVisible();
    await expectReasons(person, [
      t('order:ifClosedNow'),
      t('order:liquidation'),
      t('order:marginLevel'),
      t('portfolio:openResult'),
      t('portfolio:today'),
      t('portfolio:unrealised'),
      t('portfolio:exposure.net'),
    ]);
    if (layout === 'phone') return;
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
