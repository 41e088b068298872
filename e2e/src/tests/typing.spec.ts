/**
 * What browsers do to a page besides showing it: input methods compose words in its fields, and
 * translators move its texts. On the component gallery, with the browser's own composition.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const FIELDS = '/gallery.html?theme=light#fields';

/** Composes a text one character at a time, as an input method does, and ends with it. */
async function compose(session: CDPSession, text: string): Promise<void> {
  for (let end = 1; end <= text.length; end += 1) {
    const written = text.slice(0, end);
    await session.send('Input.imeSetComposition', { text: written, selectionStart: end, selectionEnd: end });
  }
}

const amountField = (page: Page): Locator => page.locator('#fields').getByLabel('Quantity').first();

test('digits of an input method stay as they are typed and become an amount at the end', async ({ visit }) => {
  const { page } = await visit();
  await page.goto(FIELDS);
  const field = amountField(page);
  await field.fill('');
  const session = await page.context().newCDPSession(page);
  await field.focus();
  await compose(session, '１２');
  await expect(field).toHaveValue('１２');
  await session.send('Input.insertText', { text: '１２' });
  await expect(field).toHaveValue('12');
  await compose(session, '３');
  await expect(field).toHaveValue('12３');
  await session.send('Input.insertText', { text: '３' });
  await expect(field).toHaveValue('123');
});

test('a composed word that is no amount leaves what was there', async ({ visit }) => {
  const { page } = await visit();
  await page.goto(FIELDS);
  const field = amountField(page);
  await field.fill('7');
  const session = await page.context().newCDPSession(page);
  await field.focus();
  await compose(session, 'せん');
  await session.send('Input.insertText', { text: 'せん' });
  await expect(field).toHaveValue('7');
});

test('an amount is grouped while it is typed, and the caret stays behind its digit', async ({ visit }) => {
  const { page } = await visit();
  await page.goto(FIELDS);
  const field = amountField(page);
  await field.fill('');
  await field.focus();
  await page.keyboard.type('1234567.5');
  await expect(field).toHaveValue('1,234,567.5');
  // Behind the first mark: the digit before it goes, and the next one is typed in its place.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('234,567.5');
  await page.keyboard.type('89');
  await expect(field).toHaveValue('89,234,567.5');
  await page.keyboard.press('Delete');
  await expect(field).toHaveValue('8,934,567.5');
  await page.keyboard.type('x0');
  await expect(field).toHaveValue('89,034,567.5');
  // Composed in the middle, it is grouped at the end.
  const session = await page.context().newCDPSession(page);
  await compose(session, '１');
  await expect(field).toHaveValue('89,0１34,567.5');
  await session.send('Input.insertText', { text: '１' });
  await expect(field).toHaveValue('890,134,567.5');
  await page.keyboard.type('2');
  await expect(field).toHaveValue('8,901,234,567.5');
});

/** As browsers' translators do: each text goes into elements of their own, translated or not. */
const wrapTexts = (root: Element): void => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    outer.append(inner);
    inner.textContent = text.data;
    text.replaceWith(outer);
  }
};

test('figures are right after a translator has wrapped all texts and they have changed', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/gallery.html?theme=light#figures');
  const figures = page.locator('#figures');
  const moving = figures.getByTestId('moving-price').first();
  const exact = moving.getAttribute.bind(moving, 'data-price');
  await expect(moving).toBeVisible();
  await figures.evaluate(wrapTexts);
  const before = await exact();
  await expect.poll(exact).not.toBe(before);
  const shown = (): Promise<readonly [string, string]> =>
    moving.evaluate((element) => [
      (element.textContent ?? '').replaceAll(',', ''),
      element.getAttribute('data-price') ?? '',
    ]);
  const [text, price] = await shown();
  expect(text).toBe(price);
  // Nothing of a figure is handed to a translator in the first place.
  const untold = await figures.evaluate(
    (root) => [...root.querySelectorAll('bdi')].filter((figure) => figure.closest('[translate=no]') === null).length,
  );
  expect(untold).toBe(0);
});
