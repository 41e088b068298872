/** Filling in the forms of an identity check. */
import { expect } from '@playwright/test';
import { browserOptions } from './browser.ts';
import { button, dialog, open, type Person } from './person.ts';
import { expectToast } from './toasts.ts';

const { args = [], ...options } = browserOptions();
/** Chromium's own picture in the place of a camera, and no question before it. */
export const WITH_FAKE_CAMERA = {
  ...options,
  args: [...args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
};

/** The field that a label names, also where it opens a list. */
export const field = ({ page }: Person, label: string) => page.getByLabel(label, { exact: true });

/** An option of a list with a search. */
export async function pick(person: Person, label: string, searched: string, option: string): Promise<void> {
  const { page } = person;
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await dialog(person).getByRole('combobox').fill(searched);
  await dialog(person).getByRole('option', { name: option }).first().click();
  await expect(dialog(person)).toHaveCount(0);
}

export async function choose({ page }: Person, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  const name = typeof option === 'string' ? { name: option, exact: true } : { name: option };
  await page.getByRole('option', name).first().click();
}

/** Takes a photo with the camera, looks at it, takes it again, and uses it. */
export async function takePhoto(person: Person, part: string): Promise<void> {
  const { page, t } = person;
  await page.getByRole('button', { name: `${part}: ${t('kyc:photo.takePhoto')}` }).click();
  await expect(button(person, t('kyc:camera.take'))).toBeEnabled();
  await button(person, t('kyc:camera.take')).click();
  await button(person, t('kyc:camera.retake')).click();
  await expect(button(person, t('kyc:camera.take'))).toBeEnabled();
  await button(person, t('kyc:camera.take')).click();
  await button(person, t('kyc:camera.use')).click();
  await expect(page.getByRole('group', { name: part }).getByText(t('kyc:photo.done'))).toBeVisible();
}

export async function fillBasic(person: Person): Promise<void> {
  const { page, t } = person;
  await choose(person, t('kyc:field.sex'), t('kyc:sex.female'));
  await field(person, t('kyc:field.birthdate')).fill('1990-05-17');
  await pick(person, t('kyc:field.country'), 'swed', 'Sweden');
  await field(person, t('kyc:field.address')).fill('Storgatan 1, 753 10 Uppsala');
  // The code of the country is there already.
  await page.getByRole('textbox', { name: t('kyc:field.phone') }).fill('070 123 45 67');
  await field(person, t('kyc:field.documentNumber')).fill('AB1234567');
}

export async function sendBasic(person: Person): Promise<void> {
  const { t } = person;
  await open(person, '/profile/identity');
  await button(person, t('kyc:action.basic')).click();
  await field(person, t('kyc:field.firstName')).fill('Anna');
  await field(person, t('kyc:field.lastName')).fill('Lindqvist');
  await fillBasic(person);
  await button(person, t('kyc:action.submit')).click();
  await expectToast(person, t('kyc:submitted'));
}

/** Three photos by the camera, a typed signature, and the means. */
export async function sendFull(person: Person): Promise<void> {
  const { page, t } = person;
  await open(person, '/profile/identity');
  await button(person, t('kyc:action.full')).click();
  for (const part of ['idFront', 'idBack', 'handHeld'] as const) await takePhoto(person, t(`kyc:part.${part}`));
  await page.getByRole('radio', { name: t('kyc:signature.type') }).check();
  await page.getByRole('textbox', { name: t('kyc:signature.name') }).fill('Anna Lindqvist');
  await button(person, t('kyc:signature.use')).click();
  await choose(person, t('kyc:field.monthlyIncome'), /\d/);
  await choose(person, t('kyc:field.expectedInvestment'), /\d/);
  await choose(person, t('kyc:field.sourceOfWealth'), t('kyc:source.salary'));
  await button(person, t('kyc:action.submit')).click();
  await expectToast(person, t('kyc:submitted'));
}
