// @vitest-environment happy-dom
/** Operators and their roles: who works here, and every change of that with its two halves. */
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { newestToast, plain, pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DONE } from '../../testing/queue.tsx';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { OperatorsPage } from './operators-page.tsx';

type Operator = OperatorResultOf<'listOperators'>[number];

const REASON = 'Agreed with the board.';
const WAITING = { state: 'waiting', request: 64 } as const;
const OLGA: Operator = {
  id: 1,
  name: 'olga',
  roles: ['owner'],
  state: 'active',
  credentials: 'ready',
  factors: ['totp', 'passkey'],
  addedAt: '2026-01-05T08:00:00.000Z',
  addedBy: null,
  lastSeenAt: '2026-11-29T08:00:00.000Z',
  openSessions: 1,
  invitation: null,
};
const FIONA: Operator = { ...OLGA, id: 2, name: 'fiona', roles: ['finance'], factors: ['totp'], lastSeenAt: null };
let server: FakeOperatorServer;

async function page(operators: readonly Operator[] = [OLGA, FIONA], language: Language = 'en', session = OWNER) {
  server.on('listOperators', () => [...operators]);
  const shown = await showConsole(<OperatorsPage />, { path: '/operator/operators', language, session });
  const { t, user } = shown;
  await screen.findByText('fiona');
  const row = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);
  const dialog = async (title: string) => {
    const element = await screen.findByRole('dialog', { name: title });
    const inside = within(element);
    return {
      element,
      inside,
      reason: inside.getByRole('textbox', { name: t('console:decision.reason') }),
      confirm: inside.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!,
    };
  };
  return {
    ...shown,
    row,
    dialog,
    /** Picks an action from the menu of an operator. */
    act: async (name: string, action: 'roles' | 'recover' | 'disable' | 'enable') => {
      await user.click(screen.getByRole('button', { name: t('console:operators.actionsFor', { name }) }));
      await user.click(await screen.findByRole('menuitem', { name: t(`console:operators.${action}`) }));
    },
  };
}

beforeEach(() => {
  server = new FakeOperatorServer();
});

test('who works here: roles, factors and when they were last seen, in words', async () => {
  const { t, format, row } = await page();
  expect(row('olga').getByText(t('console:operators.you'))).toBeDefined();
  expect(row('olga').getByText(t('console:role.owner'))).toBeDefined();
  const kinds = [t('console:factor.kind.totp'), t('console:factor.kind.passkey')];
  expect(row('olga').getByText(format.list(kinds))).toBeDefined();
  expect(row('olga').getByText(plain(format.dateTime(OLGA.lastSeenAt ?? '')))).toBeDefined();
  expect(row('fiona').getByText(t('console:role.finance'))).toBeDefined();
  expect(row('fiona').getByText('–')).toBeDefined();
});

test('an invitation needs a name and a role; what is wrong is said, and nothing is sent', async () => {
  server.on('inviteOperator', () => WAITING);
  const { user, t, dialog } = await page();
  await user.click(screen.getByRole('button', { name: t('console:operators.invite') }));
  const { inside, reason, confirm } = await dialog(t('console:operators.inviteTitle'));
  const name = inside.getByRole<HTMLInputElement>('textbox', { name: t('console:field.name') });
  expect(document.activeElement).toBe(name);
  await user.type(name, 'Karl Heinz');
  await user.type(reason, REASON);
  await user.click(confirm);
  expect(inside.getByRole('alert').textContent).toBe(t('console:operators.nameHint'));
  await user.clear(name);
  await user.type(name, 'karl');
  await user.click(confirm);
  expect(inside.getByRole('alert').textContent).toBe(t('console:operators.pickRole'));
  expect(server.sent('inviteOperator')).toEqual([]);
  await user.click(inside.getByRole('checkbox', { name: t('console:role.support') }));
  await user.click(inside.getByRole('checkbox', { name: t('console:role.auditor') }));
  await user.click(inside.getByRole('checkbox', { name: t('console:role.auditor') }));
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.waits', { id: 64 }));
  expect(server.sent('inviteOperator')[0]?.body).toEqual({ name: 'karl', roles: ['support'], reason: REASON });
});

test('roles begin with those that somebody has', async () => {
  server.on('setOperatorRoles', () => WAITING);
  const { user, t, act, dialog } = await page();
  await act('fiona', 'roles');
  const { inside, reason, confirm } = await dialog(t('console:operators.rolesTitle', { name: 'fiona' }));
  const box = (role: 'finance' | 'compliance') =>
    inside.getByRole<HTMLInputElement>('checkbox', { name: t(`console:role.${role}`) });
  expect(box('finance').checked).toBe(true);
  await user.click(box('compliance'));
  await user.type(reason, REASON);
  await user.click(confirm);
  await expect
    .poll(() => server.sent('setOperatorRoles')[0]?.body)
    .toEqual({ roles: ['finance', 'compliance'], reason: REASON });
  expect(server.sent('setOperatorRoles')[0]?.params).toEqual({ id: '2' });
});

test('disabling is done at once, with a frequent reason; a refusal stays in the dialog', async () => {
  server.on('disableOperator', () => new Refusal(11020, 'The last owner stays.'));
  const { user, t, act, dialog } = await page();
  await act('olga', 'disable');
  const { inside, confirm } = await dialog(t('console:operators.disableTitle', { name: 'olga' }));
  expect(inside.getByText(t('console:operators.disableText'))).toBeDefined();
  await user.click(inside.getByRole('button', { name: t('console:usual.leftCompany') }));
  await user.click(confirm);
  expect(await inside.findByText('The last owner stays.')).toBeDefined();
  server.on('disableOperator', () => DONE);
  await user.click(confirm);
  await expect.poll(() => newestToast()?.title).toBe(t('console:decision.done'));
  expect(server.sent('disableOperator').at(-1)?.body).toEqual({ reason: t('console:usual.leftCompany') });
  await expect.poll(() => server.sent('listOperators').length).toBe(2);
});

test('somebody who is disabled can only be enabled again', async () => {
  server.on('enableOperator', () => WAITING);
  const { user, t, dialog, row } = await page([OLGA, { ...FIONA, state: 'disabled' }]);
  expect(row('fiona').getByText(t('console:state.disabled'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('console:operators.actionsFor', { name: 'fiona' }) }));
  expect(await screen.findAllByRole('menuitem')).toHaveLength(1);
  await user.click(screen.getByRole('menuitem', { name: t('console:operators.enable') }));
  const { reason, confirm } = await dialog(t('console:operators.enableTitle', { name: 'fiona' }));
  await user.type(reason, REASON);
  await user.click(confirm);
  await expect.poll(() => server.sent('enableOperator')[0]?.body).toEqual({ reason: REASON });
});

test('a new link after lost factors', async () => {
  server.on('recoverOperator', () => WAITING);
  const { user, t, act, dialog } = await page();
  await act('fiona', 'recover');
  const { inside, reason, confirm, element } = await dialog(t('console:operators.recoverTitle', { name: 'fiona' }));
  expect(inside.getByText(t('console:operators.recoverText'))).toBeDefined();
  await user.type(reason, REASON);
  await user.click(confirm);
  await expect.poll(() => server.sent('recoverOperator')[0]?.body).toEqual({ reason: REASON });
  await expect.poll(() => element.isConnected).toBe(false);
});

const invited = (part: 'link' | 'code' | null): Operator => ({
  ...FIONA,
  credentials: 'invited',
  factors: [],
  invitation: { until: '2026-12-02T08:00:00.000Z', part, needsCode: true },
});

test('who asked sees the link once, who approved the code', async () => {
  const expiresAt = '2026-12-02T08:00:00.000Z';
  server
    .on('makeOperatorLink', () => ({ link: 'https://console.example/enrol#abc', expiresAt }))
    .on('makeOperatorLinkCode', () => ({ code: '12345678', expiresAt }));
  const invitedPage = await page([OLGA, invited('link')]);
  expect(invitedPage.row('fiona').getByText(invitedPage.t('console:state.invited'))).toBeDefined();
  await invitedPage.user.click(screen.getByRole('button', { name: invitedPage.t('console:operators.showLink') }));
  const link = await screen.findByRole('dialog', { name: invitedPage.t('console:operators.link') });
  expect(within(link).getByText('https://console.example/enrol#abc').dir).toBe('ltr');
  const until = invitedPage.t('console:operators.until', { time: invitedPage.format.dateTime(expiresAt) });
  expect(within(link).getByText(plain(until))).toBeDefined();
  pressEscape(link);
  await expect.poll(() => screen.queryByText('https://console.example/enrol#abc')).toBeNull();
  invitedPage.unmount();
  const approved = await page([OLGA, invited('code')]);
  await approved.user.click(screen.getByRole('button', { name: approved.t('console:operators.showCode') }));
  expect(await screen.findByText('12345678')).toBeDefined();
  expect(screen.getByText(approved.t('console:operators.codeText', { name: 'fiona' }))).toBeDefined();
});

test('whoever had no part in an invitation gets neither half', async () => {
  const { t } = await page([OLGA, invited(null)]);
  expect(screen.queryByRole('button', { name: t('console:operators.showLink') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('console:operators.showCode') })).toBeNull();
});

test('who may not manage operators sees no action', async () => {
  const session = { ...OWNER, permissions: permissionsOf(['auditor']) };
  const { t } = await page([OLGA, invited('link')], 'en', session);
  expect(screen.queryByRole('button', { name: t('console:operators.invite') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('console:operators.showLink') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('console:operators.actionsFor', { name: 'fiona' }) })).toBeNull();
});

test('a list that cannot be read can be read again', async () => {
  server.on('listOperators', () => new Refusal(10000, 'Something went wrong.'));
  const { t, user } = await showConsole(<OperatorsPage />, { path: '/operator/operators' });
  expect(await screen.findByText('Something went wrong.')).toBeDefined();
  server.on('listOperators', () => [OLGA]);
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  expect(await screen.findByText('olga')).toBeDefined();
});

test('in Arabic the dialog runs from right to left, and the name from left to right', async () => {
  const { user, t, dialog } = await page([OLGA, FIONA], 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  await user.click(screen.getByRole('button', { name: t('console:operators.invite') }));
  const { inside } = await dialog(t('console:operators.inviteTitle'));
  expect(inside.getByRole<HTMLInputElement>('textbox', { name: t('console:field.name') }).dir).toBe('ltr');
});
