/**
 * What only a browser can test of the chart: lines dragged by mouse, finger and keyboard, and
 * drawings that keep their place. On the component gallery, whose position and orders come from
 * formulas.
 */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { LAYOUTS } from '../support/devices.ts';
import { expect, test } from '../support/test.ts';

interface Chart {
  readonly page: Page;
  readonly figure: Locator;
  /** The handle of a line. */
  readonly line: (id: string) => Locator;
}

async function openChart(page: Page): Promise<Chart> {
  await page.goto('/gallery.html?theme=light#chart');
  const figure = page.locator('#chart figure');
  const line = (id: string) => figure.locator(`[data-line=${id}]`);
  await expect(line('stop')).toBeVisible();
  await figure.scrollIntoViewIfNeeded();
  return { page, figure, line };
}

const priceOf = async (line: Locator): Promise<number> => Number(await line.getAttribute('aria-valuenow'));

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to drag');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag({ page }: Chart, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 6 });
  await page.mouse.up();
}

/** A finger that moves vertically. */
async function fingerAt(context: BrowserContext, page: Page, x: number) {
  const session = await context.newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] });
}

test('a stop dragged by mouse keeps its new price; a refused order snaps back', async ({ visit }) => {
  const { page } = await visit();
  const chart = await openChart(page);
  const stop = chart.line('stop');
  const before = await priceOf(stop);
  const at = await middleOf(stop);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x, at.y + 12, { steps: 4 });
  // The result in money shows while dragging, before anything is sent.
  await expect(stop).toHaveAttribute('aria-valuetext', /−\d+\.\d\d USDT/);
  const moved = await priceOf(stop);
  expect(moved).toBeLessThan(before);
  await page.mouse.up();
  await expect.poll(() => priceOf(stop)).toBe(moved);

  const order = chart.line('order');
  const waiting = await priceOf(order);
  await drag(chart, await middleOf(order), { x: 0, y: -260 });
  await expect.poll(() => priceOf(order)).toBe(waiting);
});

test('a finger drags a stop by its handle without scrolling the page', async ({ visit }) => {
  const { page, context } = await visit({ layout: 'phone' });
  const chart = await openChart(page);
  const stop = chart.line('stop');
  const before = await priceOf(stop);
  const { x, y } = await middleOf(stop);
  const scrolled = await page.evaluate(() => scrollY);
  const touch = await fingerAt(context, page, x);
  await touch('touchStart', y);
  for (const step of [8, 16, 24, 32]) await touch('touchMove', y + step);
  await touch('touchEnd');
  await expect.poll(() => priceOf(stop)).toBeLessThan(before);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test('a stop is dragged out of a position: put back, cancelled by Escape, set, and set by the label button', async ({
  visit,
}) => {
  const { page } = await visit();
  const chart = await openChart(page);
  const stop = chart.line('stop');
  const position = chart.line('position');
  await chart.figure.getByRole('button', { name: 'Remove stop', exact: true }).click();
  await expect(stop).toHaveCount(0);
  const at = await middleOf(position);
  const pullTo = async (y: number) => {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y + y, { steps: 6 });
  };
  await pullTo(40);
  await expect(stop).toHaveAttribute('aria-valuetext', /−\d+\.\d\d USDT/);
  await page.mouse.move(at.x, at.y, { steps: 4 });
  await expect(stop).toHaveCount(0);
  await page.mouse.up();

  await pullTo(40);
  await page.keyboard.press('Escape');
  await page.mouse.move(at.x, at.y + 60, { steps: 2 });
  await expect(stop).toHaveCount(0);
  await page.mouse.up();
  // Above there already is a target, so nothing comes out.
  await pullTo(-40);
  await expect(stop).toHaveCount(0);
  await page.mouse.up();

  await pullTo(40);
  const chosen = await priceOf(stop);
  await page.mouse.up();
  await expect(chart.figure.getByRole('button', { name: 'Remove stop', exact: true })).toBeVisible();
  expect(await priceOf(stop)).toBe(chosen);

  await chart.figure.getByRole('button', { name: 'Remove stop', exact: true }).click();
  await expect(stop).toHaveCount(0);
  await position.focus();
  await page.keyboard.press('Enter');
  await expect(stop).toBeVisible();
});

test('a finger drags a stop out of a position and sees it above the finger', async ({ visit }) => {
  const { page, context } = await visit({ layout: 'phone' });
  const chart = await openChart(page);
  const stop = chart.line('stop');
  // At the edge of a phone lines have a handle; a tap opens the chip with its cross.
  await stop.tap();
  await chart.figure.getByRole('button', { name: 'Remove stop', exact: true }).tap();
  await expect(stop).toHaveCount(0);
  const { x, y } = await middleOf(chart.line('position'));
  const touch = await fingerAt(context, page, x);
  await touch('touchStart', y);
  for (const step of [10, 20, 30, 40]) await touch('touchMove', y + step);
  await expect(stop).toBeVisible();
  expect((await middleOf(stop)).y).toBeLessThan(y + 20);
  const chosen = await priceOf(stop);
  await touch('touchEnd');
  await expect(stop).not.toHaveAttribute('data-pending');
  expect(await priceOf(stop)).toBe(chosen);
});

test('the keyboard moves, resets, sets and removes a line', async ({ visit }) => {
  const { page } = await visit();
  const chart = await openChart(page);
  const target = chart.line('target');
  const before = await priceOf(target);
  await target.focus();
  await page.keyboard.press('ArrowUp');
  expect(await priceOf(target)).toBeGreaterThan(before);
  await page.keyboard.press('Escape');
  expect(await priceOf(target)).toBe(before);
  await page.keyboard.press('PageUp');
  const chosen = await priceOf(target);
  await page.keyboard.press('Enter');
  await target.blur();
  expect(await priceOf(target)).toBe(chosen);
  await chart.figure.getByRole('button', { name: 'Remove target' }).click();
  await expect(target).toHaveCount(0);
});

test('the picture of a chart has the chips of its lines', async ({ visit }) => {
  const { page } = await visit();
  const { figure, line } = await openChart(page);
  const stop = line('stop');
  const [chip, stage] = await Promise.all([stop.boundingBox(), figure.locator('canvas').first().boundingBox()]);
  await figure.getByRole('button', { name: 'Chart tools', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Save as picture' }).click(),
  ]);
  const bytes = await readFile(await file.path());
  // The stripe at the start of the chip, below the caption.
  const at = { x: chip!.x - stage!.x + 1.5, y: chip!.y - stage!.y + chip!.height / 2 + 56 };
  const seen = await page.evaluate(
    async ({ url, at }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const context = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      }).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const scale = image.width / document.querySelector('#chart figure')!.clientWidth;
      return [...context.getImageData(Math.round(at.x * scale), Math.round(at.y * scale), 1, 1).data].slice(0, 3);
    },
    { url: `data:image/png;base64,${bytes.toString('base64')}`, at },
  );
  const colour = await stop.evaluate((chip) => getComputedStyle(chip).borderLeftColor);
  expect(`rgb(${seen.join(', ')})`).toBe(colour);
});

test('a trend line is drawn by dragging, moved, kept on another interval and deleted by key', async ({ visit }) => {
  const { page } = await visit();
  const chart = await openChart(page);
  const remove = chart.figure.getByRole('button', { name: 'Remove this drawing' });
  const canvas = await chart.figure.locator('canvas').first().boundingBox();
  if (canvas === null) throw new Error('no canvas');
  const from = { x: canvas.x + 120, y: canvas.y + 230 };
  await chart.figure.getByRole('button', { name: 'Drawings', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Draw a trend line' }).click();
  await drag(chart, from, { x: 200, y: 40 });
  await expect(remove).toBeVisible();
  const place = await middleOf(remove);
  await drag(chart, { x: from.x + 100, y: from.y + 20 }, { x: 0, y: -30 });
  await expect.poll(async () => (await middleOf(remove)).y).toBeLessThan(place.y - 20);

  await chart.figure.getByRole('radio', { name: '5m', exact: true }).click();
  await expect(remove).toBeVisible();
  await chart.figure.getByRole('radio', { name: '1m', exact: true }).click();
  await expect.poll(async () => Math.abs((await middleOf(remove)).x - place.x)).toBeLessThan(8);

  await chart.figure.locator('[role=group][tabindex="0"]').focus();
  await page.keyboard.press('Delete');
  await expect(remove).toBeHidden();
});

test('Escape cancels a drawing tool, and the keyboard alone draws a horizontal line', async ({ visit }) => {
  const { page } = await visit();
  const { figure } = await openChart(page);
  const draw = async () => {
    await figure.getByRole('button', { name: 'Drawings', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Draw a horizontal line' }).click();
  };
  const hint = figure.getByText('Choose the height of the line');
  await draw();
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
  await draw();
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(figure.getByRole('button', { name: 'Remove this drawing' })).toBeVisible();
});

for (const layout of LAYOUTS) {
  test(`drawings are listed, moved by arrow keys and deleted, with announcements: ${layout}`, async ({ visit }) => {
    const { page } = await visit({ layout });
    const { figure } = await openChart(page);
    const list = figure.getByRole('button', { name: 'Drawings', exact: true });
    const announcement = figure.getByRole('status').first();
    const choose = async (name: RegExp) => {
      await list.focus();
      await page.keyboard.press('Enter');
      const item = page.getByRole('menuitem', { name });
      await expect(item).toBeVisible();
      await expect(page.locator('[role^=menuitem]:focus')).toHaveCount(1);
      // As in every menu, the first letter moves to the item, if it is not there already.
      if (!(await item.evaluate((element) => element === document.activeElement))) {
        await page.keyboard.press(name.source.charAt(0));
      }
      await expect(item).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(announcement).toHaveText(new RegExp(`^${name.source}`));
    };
    await choose(/Horizontal line at/);
    await expect(announcement).toHaveText(/^Horizontal line at [\d,.]+\. Arrow keys move it/);
    const before = await announcement.textContent();
    await page.keyboard.press('ArrowUp');
    await expect(announcement).toHaveText(/^Horizontal line at [\d,.]+$/);
    expect(await announcement.textContent()).not.toBe(before);

    await choose(/Trend line from/);
    await page.keyboard.press('ArrowRight');
    await expect(announcement).not.toHaveText(/Arrow keys/);
    await expect(announcement).toHaveText(/^Trend line from/);
    await page.keyboard.press('Delete');
    await expect(announcement).toHaveText('The drawing is removed.');
    await choose(/Horizontal line at/);
    await page.keyboard.press('Delete');
    // Without drawings the menu has the tools alone.
    await list.click();
    await expect(page.getByRole('menu', { name: 'Drawings' }).locator('[role^=menuitem]')).toHaveCount(2);
  });
}

test('a resized pane keeps its height when indicators change', async ({ visit }) => {
  const { page } = await visit();
  const chart = await openChart(page);
  const stage = chart.figure.locator('[style*="--pane-1"]');
  const tops = () =>
    stage.evaluate((element) =>
      ['--pane-1', '--pane-2'].map((name) => Number.parseFloat(element.style.getPropertyValue(name))),
    );
  const [first = 0] = await tops();
  // With all images and fonts, nothing shifts the page any more.
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const box = (await stage.boundingBox())!;
  await drag(chart, { x: box.x + 120, y: box.y + first - 0.5 }, { x: 0, y: -50 });
  await expect.poll(async () => first - ((await tops())[0] ?? 0)).toBeGreaterThan(45);
  const resized = await tops();
  await chart.figure.getByRole('button', { name: 'Indicators' }).click();
  const panel = page.getByRole('dialog', { name: 'Indicators' });
  // Another average recreates all series; MACD removes its pane and brings it back.
  await panel.getByRole('switch', { name: 'Exponential averages' }).click();
  await panel.getByRole('switch', { name: 'MACD' }).click();
  await panel.getByRole('switch', { name: 'MACD' }).click();
  await expect.poll(tops).toEqual(resized);
});

test('indicators are switched and edited beside the chart, and the legend follows', async ({ visit }) => {
  const { page } = await visit();
  const { figure } = await openChart(page);
  const legend = figure.locator('[aria-live]').first();
  await expect(legend).toContainText('RSI 14');
  await figure.getByRole('button', { name: 'Indicators' }).click();
  const panel = page.getByRole('dialog', { name: 'Indicators' });
  await panel.getByRole('switch', { name: 'MACD' }).click();
  await expect(legend).not.toContainText('MACD');
  await panel.getByRole('switch', { name: 'Exponential averages' }).click();
  const period = panel.getByLabel('Period 1').last();
  await period.fill('9');
  await expect(legend).toContainText('EMA 9');
  await period.fill('0');
  await expect(period).toHaveAttribute('aria-invalid', 'true');
  await period.blur();
  await expect(period).toHaveValue('9');
});
