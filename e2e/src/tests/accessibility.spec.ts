import { AxeBuilder } from '@axe-core/playwright';
import { LAYOUTS } from '../support/devices.ts';
import { enterAsGuest } from '../support/guest.ts';
import { button, dialog, navigate, open, type Person } from '../support/person.ts';
import { DESKTOP_ROUTES, orderRoute, PRIVATE_ROUTES, PUBLIC_ROUTES, seed } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';
import { openMarket } from '../support/trading.ts';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

for (const layout of LAYOUTS) {
  for (const language of ['en', 'ar'] as const) {
    test(`public pages have no accessibility violations, in light and dark: ${layout}, ${language}`, async ({
      visit,
    }) => {
      const person = await visit({ layout, language });
      const found: string[] = [];
      for (const route of PUBLIC_ROUTES) found.push(...(await violationsOn(person, route)));
      await enterAsGuest(person);
      await scanOverlays(person, found);
      expect(found).toEqual([]);
    });

    test(`private pages have no accessibility violations, in light and dark: ${layout}, ${language}`, async ({
      visit,
    }) => {
      const person = await visit({ layout, language });
      const found: string[] = [];
      const api = await enterAsGuest(person);
      const order = await orderRoute(api);
      const histories = await seed(api);
      // Every page in each layout and direction; tickets and histories take long, so they
      // alternate.
      const turns = (layout === 'desktop') === (language === 'en') ? [...DESKTOP_ROUTES, ...histories] : [];
      for (const route of ['/', '/cruuency?code=BTCUSDT', ...turns, ...PRIVATE_ROUTES]) {
        found.push(...(await violationsOn(person, route)));
      }
      // Settled, with its receipt: prices, ledger lines, log.
      await open(person, order);
      await expect(button(person, person.t('trade:receipt.verify'))).toBeVisible({ timeout: 180_000 });
      found.push(...(await scan(person, 'order with receipt')));
      expect(found).toEqual([]);
    });
  }
}

async function violationsOn(person: Person, route: string): Promise<string[]> {
  await navigate(person, route);
  return scan(person, route);
}

/**
 * There are no cross-origin frames, so legacy mode finds everything in one run. Passed rules are
 * not listed: that takes as long as the search.
 */
const axe = ({ page }: Person) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** Scans both themes; the page follows the system setting without a reload. */
async function scan(person: Person, what: string): Promise<string[]> {
  const { page } = person;
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await axe(person)
    .withTags([...WCAG_22_AA, 'best-practice'])
    .analyze();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // The other theme differs only in its colours.
  const dark = await axe(person).withRules(['color-contrast', 'link-in-text-block']).analyze();
  return [...light.violations, ...dark.violations].map(({ id, help, nodes }) => {
    const places = nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`);
    return `${what}: ${id}: ${help}: ${places.join(' | ')}`;
  });
}

/** Overlays: the languages, the ticket on a phone, the confirmation of an order. */
async function scanOverlays(person: Person, found: string[]): Promise<void> {
  const { page, t, format, layout } = person;
  await openMarket(person, 'BTCUSDT');
  await button(person, t('shell:tool.language')).first().click();
  await expect(dialog(person)).toBeVisible();
  found.push(...(await scan(person, 'languages')));
  await page.keyboard.press('Escape');
  if (layout === 'phone') await button(person, t('trade:options.up')).click();
  const buy = t('trade:options.buyUp', { amount: format.money('100', 'USDT') });
  await page.getByRole('button', { name: buy }).last().click();
  await expect(dialog(person).last()).toContainText(t('trade:options.confirmTitle'));
  found.push(...(await scan(person, 'confirmation')));
}
