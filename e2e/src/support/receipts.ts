import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { button, type Person } from './person.ts';

/** Opens one of the lists of a receipt, and returns what is in it. */
export async function openFold({ page }: Person, title: string): Promise<Locator> {
  await page.locator('summary').filter({ hasText: title }).click();
  return page.getByRole('region', { name: title, exact: true });
}

/** The receipt as a file. On a phone it is beside the command that verifies it. */
export async function saveReceipt(person: Person): Promise<string> {
  const { page, t, layout } = person;
  if (layout === 'phone') await button(person, t('order:without')).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(person, t('trade:receipt.downloadReceipt')).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}
