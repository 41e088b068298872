// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { isInvalid, noteOf, row } from '@glasshouse/app/testing/reading';
import { CUSTOMER, newestToast, plain, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SECURITY, userInfoOf } from '../../testing/account.ts';
import { KycPage } from './kyc-page.tsx';
import type { KycStatus, LevelStatus } from './kyc-values.ts';

const NONE: LevelStatus = {
  state: 'none',
  submittedAt: null,
  reviewBy: null,
  reviewedAt: null,
  reason: null,
  text: null,
  note: null,
  refused: [],
  sharedWith: null,
  submitted: null,
  draft: null,
};
const UNLIMITED: ResultOf<'getIdentityLimits'> = {
  level: 'none',
  levels: [],
  usage: [],
  loanRates: { basic: '0.2', full: '0.8' },
  basicDocument: false,
  held: [],
};
const ANNA = {
  firstName: 'Anna',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'SE',
  address: 'Storgatan 1, 753 10 Uppsala',
  phone: '+46701234567',
  documentType: 'idCard',
  documentNumber: 'AB1234567',
} as const;
let server: FakeServer;
let status: KycStatus;

async function kycPage(more: Partial<RenderOptions> = {}) {
  const namespaces = ['kyc', 'wallet', 'errors'] as const;
  const page = await show(<KycPage />, { namespaces, account: CUSTOMER, book: 'real', ...more });
  const { t, user } = page;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const choose = async (label: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const country = () => screen.getByRole('button', { name: new RegExp(`^${t('kyc:field.country')}`) });
  const fill = async () => {
    await user.type(box(t('kyc:field.firstName')), ANNA.firstName);
    await choose(t('kyc:field.sex'), t('kyc:sex.female'));
    fireEvent.change(box(t('kyc:field.birthdate')), { target: { value: ANNA.birthdate } });
    await user.click(country());
    const list = within(screen.getByRole('dialog'));
    await user.type(list.getByRole('combobox'), 'swed');
    await user.click(list.getAllByRole('option')[0]!);
    await user.type(box(t('kyc:field.address')), ANNA.address);
    // The code of the country is there already.
    await user.type(screen.getByRole('textbox', { name: t('kyc:field.phone') }), '070 123 45 67');
    await user.type(box(t('kyc:field.documentNumber')), ANNA.documentNumber);
  };
  return { ...page, press, box, choose, country, fill };
}

beforeEach(() => {
  status = { basic: NONE, full: NONE };
  server = new FakeServer()
    .on('getKyc', () => status)
    .on('getIdentityLimits', () => UNLIMITED)
    .on('getUserInfo', () => userInfoOf(SECURITY))
    .on('saveKycDraft', () => null)
    .on('submitBasicKyc', () => ({
      state: 'pending' as const,
      submittedAt: '2026-11-30T01:00:00.000Z',
      reviewBy: '2026-12-01T01:00:00.000Z',
    }));
});

test('an empty form names each field; the first that is wrong is where one types next', async () => {
  const { t, press, box, country } = await kycPage();
  await press(t('kyc:action.basic'));
  await press(t('kyc:action.submit'));
  for (const field of ['firstName', 'birthdate', 'address', 'documentNumber'] as const) {
    expect(noteOf(box(t(`kyc:field.${field}`)))).toContain(t('kyc:wrong.empty'));
  }
  expect(country().parentElement?.parentElement?.textContent).toContain(t('kyc:wrong.empty'));
  // Somebody with one legal name has no last name.
  expect(isInvalid(box(t('kyc:field.lastName')))).toBe(false);
  await expect.poll(() => document.activeElement).toBe(box(t('kyc:field.firstName')));
  expect(server.sent('submitBasicKyc')).toEqual([]);
});

test('who somebody is, is sent as it was typed, and then waits for its review', async () => {
  const { t, press, fill } = await kycPage({ language: 'de' });
  await press(t('kyc:action.basic'));
  await fill();
  status = { ...status, basic: { ...NONE, state: 'pending', submittedAt: '2026-11-30T01:00:00.000Z' } };
  await press(t('kyc:action.submit'));
  expect((await screen.findAllByText(t('kyc:state.pending'))).length).toBeGreaterThan(0);
  expect(server.sent('submitBasicKyc')[0]?.body).toEqual(ANNA);
  expect(newestToast()?.title).toBe(t('kyc:submitted'));
  expect(screen.queryByRole('button', { name: t('kyc:action.basic') })).toBeNull();
});

test('a child is not verified; a mail address serves in place of a telephone', async () => {
  const { user, t, press, box } = await kycPage();
  await press(t('kyc:action.basic'));
  const birthdate = box(t('kyc:field.birthdate'));
  fireEvent.change(birthdate, { target: { value: '2020-05-17' } });
  fireEvent.blur(birthdate);
  expect(noteOf(birthdate)).toBe(t('kyc:wrong.underage'));
  await user.click(screen.getByRole('radio', { name: t('kyc:field.email') }));
  expect(screen.queryByRole('textbox', { name: t('kyc:field.phone') })).toBeNull();
  const email = screen.getByRole('textbox', { name: t('kyc:field.email') });
  await user.clear(email);
  await user.type(email, 'anna@');
  await user.tab();
  expect(noteOf(email)).toBe(t('kyc:wrong.email'));
});

test('what the server refuses stands at its field until that changes', async () => {
  server.on('submitBasicKyc', () => new Refusal(11124, 'Refused.', { documentNumber: 11124 }));
  const { user, t, press, box, fill } = await kycPage();
  await press(t('kyc:action.basic'));
  await fill();
  await press(t('kyc:action.submit'));
  const number = box(t('kyc:field.documentNumber'));
  await expect.poll(() => noteOf(number)).toBe(t('errors:11124'));
  await user.type(number, '8');
  expect(isInvalid(number)).toBe(false);
});

test('leaving the form keeps a draft, which another visit goes on with', async () => {
  const { user, t, press, box } = await kycPage();
  await press(t('kyc:action.basic'));
  await user.type(box(t('kyc:field.firstName')), 'Anna');
  await press(t('kyc:action.overview'));
  await expect
    .poll(() => server.sent('saveKycDraft')[0]?.body)
    .toMatchObject({
      level: 'basic',
      form: { firstName: 'Anna' },
    });
  await press(t('kyc:action.continue'));
  expect(box(t('kyc:field.firstName')).value).toBe('Anna');
});

test('after a refusal the page says which parts, why, and what comes again', async () => {
  const refused = [{ part: 'name', reason: 'unreadable', text: 'The name cannot be read.' } as const];
  status = {
    ...status,
    basic: { ...NONE, state: 'notPassed', text: 'Please send it again.', note: 'بوضوح', refused },
  };
  const { t, press } = await kycPage({ language: 'ar' });
  const parts = within(await screen.findByRole('list', { name: t('kyc:refusedParts') }));
  expect(parts.getByText('The name cannot be read.')).toBeDefined();
  expect(screen.getByText('Please send it again.')).toBeDefined();
  await press(t('kyc:action.again'));
  expect(screen.getByText(t('kyc:sendAgain'))).toBeDefined();
});

const PHOTOS = (['idFront', 'idBack'] as const).map((part) => ({ part, reason: 'glare' as const, text: 'It shines.' }));

test('of the full check only what was refused comes again, beside what was sent before', async () => {
  const submitted = {
    name: 'A••• B•••',
    birthYear: '1990',
    country: 'SE',
    documentType: 'passport',
    documentNumber: '•••7',
    contact: '•••67',
    files: [],
  } satisfies LevelStatus['submitted'];
  status = { basic: { ...NONE, state: 'verified', submitted }, full: { ...NONE, state: 'notPassed', refused: PHOTOS } };
  const { t, press } = await kycPage();
  await screen.findByRole('button', { name: t('kyc:action.again') });
  expect(row(t('kyc:part.name'))).toBe('A•••B•••');
  expect(row(t('kyc:part.country'))).toBe('Sweden');
  await press(t('kyc:action.again'));
  // A passport has no back.
  expect(screen.getByRole('group', { name: t('kyc:part.idFront') })).toBeDefined();
  expect(screen.queryByRole('group', { name: t('kyc:part.idBack') })).toBeNull();
  await press(t('kyc:action.submit'));
  expect(
    within(screen.getByRole('group', { name: t('kyc:part.idFront') })).getByText(t('kyc:wrong.empty')),
  ).toBeDefined();
});

test('the full check waits for the basic one; a guest saves the account first', async () => {
  const { t, unmount } = await kycPage();
  expect(await screen.findByText(plain(t('kyc:note.afterBasic')))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('kyc:action.full') })).toBeNull();
  unmount();
  await kycPage({ account: { ...CUSTOMER, guest: true } });
  const save = screen.getByRole('link', { name: t('wallet:gate.save') });
  expect(save.getAttribute('href')).toBe('/profile/info#save');
});
