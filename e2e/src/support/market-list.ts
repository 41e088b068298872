import { expect, type Locator } from '@playwright/test';

/** As many as the server paints; the others follow with the app. */
const PAINTED_ROWS = 24;

/** Waits until a list of markets has more than the rows that came with the page. */
export const waitForAllRows = (grid: Locator): Promise<void> =>
  expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(PAINTED_ROWS);
