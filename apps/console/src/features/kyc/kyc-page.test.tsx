// @vitest-environment happy-dom
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showConsole } from '../../testing/show-console.tsx';
import { KycPage } from './kyc-page.tsx';

type Case = OperatorResultOf<'getKycCase'>;

const ROW = {
  id: 7,
  userId: 1000,
  level: 'basic' as const,
  state: 'pending' as const,
  attempt: 1,
  submittedAt: '2026-11-30T01:00:00.000Z',
  reviewBy: '2099-12-02T01:00:00.000Z',
  reviewedAt: null,
  reviewer: null,
  reason: null,
  assessment: null,
};
const CASE: Case = {
  ...ROW,
  refused: [],
  note: null,
  form: {
    firstName: 'Anna',
    lastName: 'Berg',
    sex: 'female',
    birthdate: '1990-05-17',
    age: 36,
    country: 'SE',
    address: 'Storgatan 1, 753 10 Uppsala',
    phone: '+46701234567',
    email: null,
    documentType: 'idCard',
    documentNumber: 'AB1234567',
    monthlyIncome: null,
    sourceOfWealth: null,
    expectedInvestment: null,
  },
  files: [],
  withdrawn: null,
  kept: [],
  sameDocument: [],
  earlier: [],
  views: [],
};
const REASON = 'Compared with the document.';
let server: FakeOperatorServer;
let found: Case;

async function kycPage(path = '/operator/kyc', language: 'en' | 'de' | 'ar' = 'en') {
  const page = await showConsole(<KycPage />, { path, language, namespaces: ['records'] });
  const { t, user } = page;
  const press = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    await expect.poll(() => button.disabled).toBe(false);
    await user.click(button);
  };
  const decide = async (title: string) => within(await screen.findByRole('dialog', { name: title }));
  return { ...page, press, decide, t };
}

beforeEach(() => {
  found = CASE;
  server = new FakeOperatorServer()
    .on('listKycQueue', ({ query }) => ({ items: query.state === 'pending' ? [ROW] : [], next: null }))
    .on('getKycCase', () => found)
    .on('claimItem', () => ({ until: '2099-11-30T01:10:00.000Z' }))
    .on('releaseItem', () => null)
    .on('reviewKyc', () => ({ state: 'done', request: null }) as const);
});

test('the queue opens a case, and its number stands in the address', async () => {
  const { user, t } = await kycPage();
  await user.click(await screen.findByText(t('console:person', { id: 1000 })));
  expect(await screen.findByText('Storgatan 1, 753 10 Uppsala')).toBeDefined();
  expect(window.location.search).toContain('item=7');
  expect(server.sent('getKycCase')[0]?.params).toEqual({ id: '7' });
  expect(server.sent('claimItem')[0]?.body).toEqual({ queue: 'kyc', item: 7 });
});

test('another state is another list; an empty one says so', async () => {
  const { user, t } = await kycPage('/operator/kyc', 'de');
  await screen.findByText(t('console:person', { id: 1000 }));
  await user.click(screen.getByRole('radio', { name: t('console:state.verified') }));
  expect(await screen.findByText(t('console:kyc.empty'))).toBeDefined();
  expect(window.location.search).toBe('?state=verified');
});

test('a verification can be taken back for a moment, and is sent when the queue is left', async () => {
  const { user, t, press, decide, unmount } = await kycPage('/operator/kyc?item=7');
  await press(t('console:kyc.verify'));
  const dialog = await decide(t('console:kyc.verifyTitle'));
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(dialog.getByRole('button', { name: t('console:kyc.verify') }));
  await expect.poll(() => newestToast()?.title).toBe(t('console:kyc.verified', { id: 1000 }));
  expect(newestToast()?.action?.label).toBe(t('console:keys.undo'));
  expect(server.sent('reviewKyc')).toEqual([]);
  unmount();
  await expect.poll(() => server.sent('reviewKyc')[0]?.body).toEqual({ decision: 'verify', reason: REASON });
});

test('a part that is refused is named to the person; then nothing can be verified', async () => {
  const { user, t, press, decide, unmount } = await kycPage('/operator/kyc?item=7', 'ar');
  const address = t('console:kyc.part.address');
  await press(t('console:kyc.refusePart', { part: address }));
  const [first] = await screen.findAllByRole('menuitem');
  await user.click(first!);
  await screen.findByRole('button', { name: t('console:kyc.acceptPart', { part: address }) });
  expect(screen.queryByRole('button', { name: t('console:kyc.verify') })).toBeNull();
  await press(t('console:kyc.refuse'));
  const dialog = await decide(t('console:kyc.refuseTitle'));
  expect(dialog.getByText(new RegExp(address))).toBeDefined();
  await user.click(dialog.getByRole('combobox', { name: t('console:decision.code') }));
  await user.click((await dialog.findAllByRole('option'))[0]!);
  await user.type(dialog.getByRole('textbox', { name: t('console:decision.reason') }), REASON);
  await user.click(dialog.getByRole('button', { name: t('console:kyc.refuse') }));
  await expect.poll(() => newestToast()?.title).toBe(t('console:kyc.refused', { id: 1000 }));
  unmount();
  await expect
    .poll(() => server.sent('reviewKyc')[0]?.body)
    .toMatchObject({
      decision: 'refuse',
      refused: [{ part: 'address' }],
      reason: REASON,
    });
});

test('a document of somebody else is a warning', async () => {
  found = { ...CASE, sameDocument: [1002], attempt: 2, kept: ['name'] };
  const { t } = await kycPage('/operator/kyc?item=7');
  expect(await screen.findByText(new RegExp(t('console:kyc.sameDocument')))).toBeDefined();
  expect(screen.getByText(t('console:kyc.attempt', { number: 2 }))).toBeDefined();
  expect(screen.getAllByText(t('console:kyc.changed'))).toHaveLength(6);
});

test('a verified person can lose that again; what was deleted is gone', async () => {
  found = { ...CASE, state: 'verified', form: null };
  const { t } = await kycPage('/operator/kyc?item=7');
  expect(await screen.findByText(t('console:kyc.deleted'))).toBeDefined();
  expect(await screen.findByRole('button', { name: t('console:kyc.withdraw') })).toBeDefined();
  expect(screen.queryByRole('button', { name: t('console:kyc.verify') })).toBeNull();
});

test('a case that cannot be read is said in its place', async () => {
  server.on('getKycCase', () => new Refusal(10010, 'There is nothing here.'));
  await kycPage('/operator/kyc?item=9');
  expect(await screen.findByText('There is nothing here.')).toBeDefined();
});
