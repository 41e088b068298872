// @vitest-environment happy-dom
import { currentSession } from '@glasshouse/app/session/session';
import { FakeServer } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, newestToast, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { userInfoOf } from '../../testing/account.ts';
import { BookSwitch } from './book-switch.tsx';
import { LanguageButton } from './language-button.tsx';
import { Onboarding } from './onboarding.tsx';

let server: FakeServer;

const bookSwitch = (more: Partial<RenderOptions> = {}) =>
  show(<BookSwitch />, { namespaces: ['wallet'], account: CUSTOMER, ...more });

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer().on('getUserInfo', () => userInfoOf()).on('getParameter', () => ({ paramValue: 'sandbox' }));
});

test('the real account is asked for, confirmed, and kept; the way back asks too', async () => {
  const { user, t } = await bookSwitch({ language: 'de' });
  const press = (book: 'demo' | 'real') =>
    user.click(screen.getByRole('button', { name: `${t(`common:book.${book}Account`)}. ${t('shell:book.switch')}` }));
  await press('demo');
  const dialog = await screen.findByRole('dialog', { name: t('shell:book.confirmRealTitle') });
  await user.click(within(dialog).getByRole('button', { name: t('common:action.cancel') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('virtualStatus')).not.toBe('0');
  await press('demo');
  await user.click(await screen.findByRole('button', { name: t('shell:book.toReal') }));
  expect(newestToast()?.title).toBe(t('shell:book.switchedReal'));
  expect(localStorage.getItem('virtualStatus')).toBe('0');
  await press('real');
  const back = await screen.findByRole('dialog', { name: t('shell:book.confirmDemoTitle') });
  expect(within(back).getByText(t('shell:book.confirmDemoText'))).toBeDefined();
  await user.click(within(back).getByRole('button', { name: t('shell:book.toDemo') }));
  expect(newestToast()?.title).toBe(t('shell:book.switchedDemo'));
  expect(localStorage.getItem('virtualStatus')).toBe('1');
});

test('a guest saves the account first; a closed real account cannot be switched to', async () => {
  server.on('getUserInfo', () => ({ ...userInfoOf(), books: { demo: 'open' as const, real: 'closed' as const } }));
  const { user, t, unmount } = await bookSwitch({ account: { ...CUSTOMER, guest: true } });
  await user.click(screen.getByRole('button'));
  const save = await screen.findByRole('link', { name: t('shell:banner.saveAccount') });
  expect(save.getAttribute('href')).toBe('/profile/info#save');
  unmount();
  const arabic = await bookSwitch({ language: 'ar' });
  await arabic.user.click(screen.getByRole('button'));
  expect(await screen.findByText(arabic.t('shell:book.realClosed'))).toBeDefined();
  expect(screen.queryByRole('button', { name: arabic.t('shell:book.toReal') })).toBeNull();
  pressEscape(screen.getByRole('dialog'));
  expect(currentSession()?.user).toEqual(CUSTOMER);
});

test('the dialog lists every language by its own name, and a press switches to it', async () => {
  const { user, t } = await show(<LanguageButton />, { namespaces: [] });
  await user.click(screen.getByRole('button', { name: t('shell:tool.language') }));
  const dialog = within(screen.getByRole('dialog', { name: t('shell:tool.chooseLanguage') }));
  for (const { name } of LANGUAGE_LIST) expect(dialog.getByText(name)).toBeDefined();
  await user.click(dialog.getByText('العربية'));
  await expect.poll(() => document.documentElement.dir).toBe('rtl');
  expect(document.documentElement.lang).toBe('ar');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the first visit is told three things, one after the other, and never again', async () => {
  const { user, t, unmount } = await show(<Onboarding />, { namespaces: ['site'] });
  for (const text of ['practiceText', 'checkText', 'riskText'] as const) {
    expect(await screen.findByText(t(`site:onboarding.${text}`))).toBeDefined();
    const isLast = text === 'riskText';
    await user.click(screen.getByRole('button', { name: t(`site:onboarding.${isLast ? 'start' : 'continue'}`) }));
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();
  await show(<Onboarding />, { namespaces: ['site'] });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a visit that is left in the middle begins again; skipping ends it for good', async () => {
  const { user, t, unmount } = await show(<Onboarding />, { namespaces: ['site'] });
  await user.click(await screen.findByRole('button', { name: t('site:onboarding.continue') }));
  unmount();
  await show(<Onboarding />, { namespaces: ['site'] });
  expect(await screen.findByText(t('site:onboarding.practiceText'))).toBeDefined();
  await user.click(screen.getAllByRole('button', { name: t('site:onboarding.skip') }).at(-1)!);
  expect(localStorage.getItem('onboardingSeen')).toBe('1');
});
