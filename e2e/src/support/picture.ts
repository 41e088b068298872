import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { button, dialog, type Person } from './person.ts';

/**
 * The picture of a receipt, saved: browsers of tests have no sheet to share by. Checked to be a
 * picture of the size that previews show. `hasLink`: a link can be shared as well, so one chooses.
 */
export async function savePicture(person: Person, { hasLink }: { readonly hasLink: boolean }): Promise<Buffer> {
  const { page, t } = person;
  const share = button(person, t('common:action.share'));
  if (hasLink) await share.click();
  const image = hasLink ? dialog(person).getByRole('button', { name: t('order:share.image') }) : share;
  const [file] = await Promise.all([page.waitForEvent('download'), image.click()]);
  if (hasLink) await page.keyboard.press('Escape');
  expect(file.suggestedFilename()).toMatch(/^glasshouse-\d+\.png$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  return bytes;
}
