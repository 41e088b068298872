// @vitest-environment happy-dom
import { PASSWORD_LENGTH_MIN } from '@glasshouse/api/constants';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentSession } from '../../api/session-cell.ts';
import type { OperatorSession } from '../../session/session.ts';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { Entrance } from './entrance.tsx';

const HALF: OperatorSession = { ...OWNER, permissions: [], stage: 'factor' };
const ENROLLING: OperatorSession = { ...HALF, stage: 'enrol', factors: [] };
const PASSWORD = 'four unrelated words here';
const LINK = 'a'.repeat(43);
const LINK_PATH = `/operator/link#${LINK}`;
const INVITATION: OperatorResultOf<'readOperatorLink'> = {
  name: 'olga',
  roles: ['owner'],
  needsCode: false,
  expiresAt: '2026-12-01T00:00:00.000Z',
};
let server: FakeOperatorServer;

interface At {
  readonly session?: OperatorSession;
  readonly path?: string;
  readonly language?: Language;
}

const entrance = ({ session, ...at }: At = {}) => showConsole(<Entrance />, { session: session ?? null, ...at });
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  server = new FakeOperatorServer();
});

test('name and password lead to the second factor, and that into the console', async () => {
  server
    .on('operatorSignIn', () => HALF)
    .on('confirmOperatorCode', ({ body }) => (body.code === '123456' ? OWNER : new Refusal(11029, 'Wrong code.')));
  const { user, t } = await entrance();
  await heading(t('console:signIn.title'));
  expect(document.title).toContain(t('console:signIn.title'));
  await user.type(box(t('console:field.name')), ' olga ');
  await user.type(box(t('console:field.password')), PASSWORD);
  await user.keyboard('{Enter}');
  await heading(t('console:factor.title'));
  expect(server.sent('operatorSignIn').map(({ body }) => body)).toEqual([{ name: 'olga', password: PASSWORD }]);
  const code = box(t('console:factor.code'));
  expect(document.activeElement).toBe(code);
  const confirm = button(t('console:factor.confirm'));
  expect(confirm.hasAttribute('disabled')).toBe(true);
  // Six digits are sent without a press.
  await user.type(code, '000 000');
  expect(await screen.findByText('Wrong code.')).toBeDefined();
  expect(code.value).toBe('');
  await user.type(code, '123456');
  await expect.poll(() => currentSession.get()).toEqual(OWNER);
  expect(server.sent('confirmOperatorCode')[1]?.headers['x-csrf-token']).toBe(HALF.csrf);
});

test('an empty form names what is missing, and sends nothing', async () => {
  const { user, t } = await entrance();
  await user.click(button(t('console:signIn.next')));
  expect(screen.getByText(t('console:signIn.enterName'))).toBeDefined();
  expect(screen.getByText(t('console:signIn.enterPassword'))).toBeDefined();
  expect(box(t('console:field.name')).getAttribute('aria-invalid')).toBe('true');
  expect(server.received).toEqual([]);
});

test('a wrong password is refused beside the form, and what was typed stays', async () => {
  server.on('operatorSignIn', () => new Refusal(10004, 'Name or password is wrong.'));
  const { user, t } = await entrance();
  await user.type(box(t('console:field.name')), 'olga');
  await user.type(box(t('console:field.password')), 'guessed');
  await user.click(button(t('console:signIn.next')));
  expect(await screen.findByText('Name or password is wrong.')).toBeDefined();
  expect(box(t('console:field.name')).value).toBe('olga');
  expect(currentSession.get()).toBeUndefined();
});

test('where strangers used up the tries of a name, the browser works and signs in', async () => {
  server
    .on('operatorSignIn', ({ body }) =>
      body.proof === undefined ? new Refusal(11001, 'Too many tries.', {}, 429) : HALF,
    )
    .on('askOperatorWork', () => ({ challenge: 'work', bits: 4, expiresAt: '2026-12-01T00:00:00.000Z' }));
  const { user, t } = await entrance();
  await user.type(box(t('console:field.name')), 'olga');
  await user.type(box(t('console:field.password')), PASSWORD);
  await user.click(button(t('console:signIn.next')));
  await heading(t('console:factor.title'));
  expect(server.sent('askOperatorWork')[0]?.body).toEqual({ name: 'olga' });
  expect(server.sent('operatorSignIn')[1]?.body).toMatchObject({ name: 'olga', proof: { challenge: 'work' } });
});

test('the password can be shown; while the answer is open the form is sent once', async () => {
  const { user, t } = await entrance();
  const password = box(t('console:field.password'));
  await user.type(box(t('console:field.name')), 'olga');
  await user.type(password, PASSWORD);
  expect(password.type).toBe('password');
  await user.click(button(t('common:action.showPassword')));
  expect(password.type).toBe('text');
  await user.type(password, '{Enter}{Enter}');
  expect(button(t('console:signIn.next')).getAttribute('aria-busy')).toBe('true');
  expect(server.open).toEqual(['operatorSignIn']);
});

test('half signed in, one can start again', async () => {
  server.on('operatorSignOut', () => null);
  const { user, t } = await entrance({ session: HALF });
  await heading(t('console:factor.title'));
  await user.click(button(t('console:signIn.startAgain')));
  await heading(t('console:signIn.title'));
  expect(server.sent('operatorSignOut')).toHaveLength(1);
});

test('a recovery code is sent by its button', async () => {
  server.on('confirmOperatorCode', () => OWNER);
  const { user, t } = await entrance({ session: HALF });
  await user.type(box(t('console:factor.code')), 'abcd-efgh-jkmn');
  expect(server.received).toEqual([]);
  await user.click(button(t('console:factor.confirm')));
  await expect.poll(() => currentSession.get()).toEqual(OWNER);
});

test('whoever has no second factor adds an app, and sees the recovery codes before the console', async () => {
  server
    .on('startOperatorTotp', () => ({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/olga?secret=ABCDEFGHIJKLMNOP' }))
    .on('finishOperatorTotp', () => ({ session: OWNER, recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] }));
  const { user, t } = await entrance({ session: ENROLLING });
  await heading(t('console:enrol.title'));
  await user.click(button(t('console:enrol.app')));
  expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeDefined();
  expect(screen.getByRole('img', { name: t('console:totp.qr') })).toBeDefined();
  const code = box(t('console:totp.firstCode'));
  // A form within another is none to a browser that parses the page.
  expect(code.form?.parentElement?.closest('form')).toBeNull();
  await user.type(code, '123456');
  await heading(t('console:recovery.title'));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['aaaa-bbbb', 'cccc-dddd']);
  expect(currentSession.get()).toEqual(ENROLLING);
  await user.click(button(t('console:recovery.done')));
  await expect.poll(() => currentSession.get()).toEqual(OWNER);
});

test('a one-time link greets by name and sets the password', async () => {
  server.on('readOperatorLink', () => INVITATION).on('useOperatorLink', () => ENROLLING);
  const { user, t } = await entrance({ path: LINK_PATH });
  await heading(t('console:link.welcome', { name: 'olga' }));
  expect(screen.getByText(t('console:role.owner'))).toBeDefined();
  const password = box(t('console:link.password'));
  await user.type(password, 'short');
  await user.click(button(t('console:signIn.next')));
  expect(screen.getByText(t('console:link.passwordShort', { min: PASSWORD_LENGTH_MIN }))).toBeDefined();
  expect(server.sent('useOperatorLink')).toEqual([]);
  await user.clear(password);
  await user.type(password, PASSWORD);
  await user.click(button(t('console:signIn.next')));
  await heading(t('console:enrol.title'));
  expect(server.sent('useOperatorLink')[0]?.body).toEqual({ link: LINK, password: PASSWORD });
  // The token is gone from the address bar.
  expect(window.location.hash).toBe('');
  expect(window.location.pathname).toBe('/operator/');
});

test('the first owner chooses a name; a link of the console needs the code of its approver', async () => {
  server
    .on('readOperatorLink', () => ({ ...INVITATION, name: '', needsCode: true }))
    .on('useOperatorLink', () => new Refusal(10091, 'The code is wrong.', { code: 10091 }));
  const { user, t, ...page } = await entrance({ path: LINK_PATH });
  await heading(t('console:link.welcomeFirst'));
  await user.type(box(t('console:link.password')), PASSWORD);
  await user.type(box(t('console:field.name')), 'Not A Name');
  await user.click(button(t('console:signIn.next')));
  expect(box(t('console:field.name')).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(t('console:link.enterCode'))).toBeDefined();
  await user.clear(box(t('console:field.name')));
  await user.type(box(t('console:field.name')), 'olga');
  await user.type(box(t('console:link.code')), '1234-5678');
  await user.click(button(t('console:signIn.next')));
  await expect.poll(() => box(t('console:link.code')).getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('useOperatorLink')[0]?.body).toEqual({
    link: LINK,
    password: PASSWORD,
    name: 'olga',
    code: '1234-5678',
  });
  expect(within(page.container).queryByText('The code is wrong.')).toBeNull();
});

test('a used link says so, and leads to the sign-in', async () => {
  server.on('readOperatorLink', () => new Refusal(11158, 'This link was used or has expired.'));
  const { user, t } = await entrance({ path: LINK_PATH });
  expect(await screen.findByText('This link was used or has expired.')).toBeDefined();
  expect(screen.queryByRole('button', { name: t('common:action.retry') })).toBeNull();
  await user.click(button(t('console:link.toSignIn')));
  await heading(t('console:signIn.title'));
});

test.each(['de', 'ar'] as const)(
  'in %s the entrance is in that language; a name stays left to right',
  async (language) => {
    const { t } = await entrance({ language });
    await heading(t('console:signIn.title'));
    expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
    expect(box(t('console:field.name')).dir).toBe('ltr');
    expect(box(t('console:field.password')).dir).toBe('ltr');
  },
);
