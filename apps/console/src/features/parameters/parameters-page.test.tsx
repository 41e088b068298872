// @vitest-environment happy-dom
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { newestToast, plain } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { ParametersPage } from './parameters-page.tsx';

type Parameter = OperatorResultOf<'listParameters'>[number];

const REASON = 'Reviews take longer in December.';
const HOURS: Parameter = {
  key: 'kyc.review_hours',
  kind: { type: 'integer', min: 1, max: 240 },
  standard: 48,
  value: 72,
  twoPersons: false,
  version: 1,
  setAt: '2026-11-30T01:00:00.000Z',
  setBy: 'otto',
};
const BLOCK: Parameter = {
  key: 'withdrawal.block_hours',
  kind: { type: 'integer', min: 24, max: 240 },
  standard: 24,
  value: 24,
  twoPersons: true,
  version: 0,
  setAt: null,
  setBy: null,
};
let server: FakeOperatorServer;

async function parametersPage(language: 'en' | 'de' | 'ar' = 'en', session = OWNER) {
  const page = await showConsole(<ParametersPage />, { language, session, namespaces: ['records'] });
  const { t, user } = page;
  const row = async (key: 'kyc.review_hours' | 'withdrawal.block_hours') =>
    within((await screen.findByText(t(`records:parameter.${key}`))).closest('tr')!);
  const change = async (key: 'kyc.review_hours' | 'withdrawal.block_hours') => {
    await user.click((await row(key)).getByRole('button', { name: t('records:parameters.set') }));
    const title = t('records:parameters.setTitle', { key: t(`records:parameter.${key}`) });
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const value = dialog.getByLabelText<HTMLInputElement>(t(`records:parameter.${key}`));
    const reason = dialog.getByRole('textbox', { name: t('console:decision.reason') });
    const confirm = dialog.getByRole('button', { name: t('records:parameters.set') });
    return { dialog, value, reason, confirm };
  };
  return { ...page, row, change };
}

beforeEach(() => {
  server = new FakeOperatorServer()
    .on('listParameters', () => [HOURS, BLOCK])
    .on('setParameter', () => ({ state: 'done', request: null }) as const);
});

test('value, default, and who set it when; one that never changed says so', async () => {
  const { t, format, row } = await parametersPage('de');
  const hours = await row(HOURS.key as 'kyc.review_hours');
  expect(hours.getByText('72')).toBeDefined();
  expect(hours.getByText('48')).toBeDefined();
  const set = t('records:parameters.changedBy', { name: 'otto', time: format.dateTime(HOURS.setAt!) });
  expect(hours.getByText(plain(set))).toBeDefined();
  const block = await row('withdrawal.block_hours');
  expect(block.getByText(t('records:parameters.never'))).toBeDefined();
  expect(block.getByText(t('records:parameters.twoPersons'))).toBeDefined();
  expect(block.queryByRole('button', { name: t('records:instruments.changes') })).toBeNull();
});

test('a draft begins with the value in force, and must differ from it', async () => {
  const { user, t, change } = await parametersPage();
  const { dialog, value, reason, confirm } = await change('kyc.review_hours');
  expect(value.value).toBe('72');
  expect(dialog.getByText('1 – 240')).toBeDefined();
  await user.type(reason, REASON);
  await user.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe(t('records:instruments.noChange'));
  expect(server.sent('setParameter')).toEqual([]);
  await user.clear(value);
  await user.type(value, '96');
  await user.click(confirm);
  await expect.poll(() => server.sent('setParameter')[0]?.body).toEqual({ value: 96, reason: REASON });
  expect(server.sent('setParameter')[0]?.params).toEqual({ key: 'kyc.review_hours' });
  await expect.poll(() => server.sent('listParameters').length).toBe(2);
});

test('where two persons decide, the dialog says so, and the change waits', async () => {
  server.on('setParameter', () => ({ state: 'waiting', request: 61 }) as const);
  const { user, t, change } = await parametersPage('ar');
  const { dialog, value, reason, confirm } = await change('withdrawal.block_hours');
  expect(dialog.getByText(t('console:decision.twoPersons'))).toBeDefined();
  await user.clear(value);
  await user.type(value, '48');
  await user.type(reason, REASON);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 61 }));
});

test('every change of one, with its reason', async () => {
  server.on('listParameterHistory', () => [
    { seq: 70, at: HOURS.setAt!, before: 48, after: 72, operator: 'otto', reason: REASON, request: null },
  ]);
  const { user, t, row } = await parametersPage();
  await user.click((await row('kyc.review_hours')).getByRole('button', { name: t('records:instruments.changes') }));
  const title = t('records:parameters.history', { key: t('records:parameter.kyc.review_hours') });
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const line = (await dialog.findByText(REASON)).closest('tr')!;
  expect(within(line).getByText('48')).toBeDefined();
  expect(within(line).getByText('otto')).toBeDefined();
});

test('whoever may only look changes nothing', async () => {
  const permissions = OWNER.permissions.filter((permission) => permission !== 'parameters.change');
  const { t, row } = await parametersPage('en', { ...OWNER, permissions });
  await row('kyc.review_hours');
  expect(screen.queryByRole('button', { name: t('records:parameters.set') })).toBeNull();
});
