import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { button, type Person } from './person.ts';

/**
 * The picture of a receipt, saved: browsers of tests have no sheet to share by. Checked to be a
 * picture of the size that previews show.
 */
export async function savePicture(person: Person): Promise<Buffer> {
  const { page, t } = person;
  // Where a link can be shared as well, the button says which it is.
  const share = button(person, t('order:share.image')).or(button(person, t('common:action.share')));
  const [file] = await Promise.all([page.waitForEvent('download'), share.first().click()]);
  expect(file.suggestedFilename()).toMatch(/^glasshouse-\d+\.png$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  return bytes;
}
