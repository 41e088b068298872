import { LANGUAGE_LIST, type Language } from '@glasshouse/i18n/languages';
import type { MessageTree } from '@glasshouse/i18n/namespaces';
import { loadMessagesOf } from '@glasshouse/i18n/server';
import { enterAsGuest } from '../support/guest.ts';
import { button, dialog, navigate, open, type Person, settled } from '../support/person.ts';
import { DESKTOP_ROUTES, PRIVATE_ROUTES, PUBLIC_ROUTES } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';
import { wordsOf } from '../support/words.ts';

/** Every text of a catalogue without placeholders. */
function textsOf(language: Language): ReadonlySet<string> {
  const texts = Object.values(loadMessagesOf(language)).flatMap((tree) => sentences(tree));
  return new Set(texts.filter((text) => !text.includes('{{')));
}
const english = textsOf('en');

function sentences(tree: MessageTree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : sentences(value)));
}

/**
 * Read page by page. A page that forgets to translate does so in each of the others, too, whose
 * catalogues packages/i18n compares.
 */
const READ_WHOLLY: readonly Language[] = ['de', 'ar', 'ja'];

for (const { code, name, locale, dir } of LANGUAGE_LIST.filter(({ code }) => READ_WHOLLY.includes(code))) {
  test(`${name}: chosen in the dialog, used on the pages, kept after a reload`, async ({ visit }) => {
    const person = await visit();
    const { page } = person;
    const chosen = wordsOf(code);
    await open(person, '/');
    await button(person, person.t('shell:tool.language')).first().click();
    await dialog(person).getByRole('button', { name, exact: true }).click();
    await expect(dialog(person)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(chosen.t('home:hero.title'));
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.locator('html')).toHaveAttribute('dir', dir);

    const wrong: string[] = [];
    for (const route of PUBLIC_ROUTES) wrong.push(...(await wrongWords(person, route, code)));
    await enterAsGuest(person);
    await open(person, '/profile');
    for (const route of [...DESKTOP_ROUTES, ...PRIVATE_ROUTES]) {
      wrong.push(...(await wrongWords(person, route, code)));
    }
    expect(wrong).toEqual([]);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
  });
}

/** Finds keys instead of words, unfilled placeholders, and untranslated English. */
async function wrongWords(person: Person, route: string, language: Language) {
  await navigate(person, route);
  await settled(person);
  const texts = await person.page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Instrument names are in <bdi>, commands and hashes in <code>; both are the same in every
    // language.
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.closest('bdi, code, noscript, [lang]:not(html)') === null) {
        found.push(walker.currentNode.textContent?.trim() ?? '');
      }
    }
    for (const name of ['aria-label', 'placeholder', 'title']) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(found)].filter((text) => text !== '');
  });
  expect(texts.length).toBeGreaterThan(10);
  // A language may share a word with English; packages/i18n checks that its catalogue is
  // translated.
  const own = textsOf(language);
  return texts
    .filter(
      (text) =>
        /^(\w+:)?[a-z]+\w*(\.\w+)+$/i.test(text) || /\{\{|\}\}/.test(text) || (english.has(text) && !own.has(text)),
    )
    .map((text) => `${route}: "${text}"`);
}

test('Arabic runs right to left; its figures, charts and amounts do not', { tag: '@smoke' }, async ({ visit }) => {
  const person = await visit({ language: 'ar' });
  const { page, t } = person;
  await enterAsGuest(person);
  await open(person, '/cruuency?code=BTCUSDT');
  const directionOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  expect(await directionOf('body')).toBe('rtl');
  expect(await directionOf('main h1')).toBe('rtl');
  expect(await directionOf('figure canvas')).toBe('ltr');
  expect(await directionOf('main header bdi[dir=ltr]')).toBe('ltr');
  await expect(page.getByLabel(t('trade:options.stake'), { exact: true })).toHaveCSS('direction', 'ltr');
  const brand = await page.getByRole('banner').getByRole('link').first().boundingBox();
  expect(brand?.x).toBeGreaterThan(720);
});

test('in Arabic a slider grows to the left, by arrow key and by pointer', async ({ visit }) => {
  const person = await visit({ language: 'ar' });
  const { page, t } = person;
  await enterAsGuest(person);
  await open(person, '/cruuency?code=BTCUSDT&product=contracts');
  const slider = page.getByRole('slider', { name: t('contracts:leverage') });
  await slider.fill('10');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveValue('11');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('9');
  await expect(slider).toHaveCSS('background-image', /^linear-gradient\(to left, /);
  const box = await slider.boundingBox();
  const most = Number(await slider.getAttribute('max'));
  if (box === null) throw new Error('no slider');
  await page.mouse.click(box.x + 0.1 * box.width, box.y + box.height / 2);
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(0.8 * most);
});
