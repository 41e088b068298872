// @vitest-environment happy-dom
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type Permission, permissionsOf } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { pressEscape } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { ENTRIES_MAX } from './entries.ts';
import { Palette } from './palette.tsx';
import { usePalette } from './use-palette.ts';

type FoundUsers = OperatorResultOf<'searchUsers'>;
type Person = FoundUsers['items'][number];

const HASH = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';
const ANNA = { id: 1001, username: 'anna', email: 'anna@example.com' } as Person;
const ANNIKA = { id: 1002, username: 'annika', email: null } as Person;
const NAMELESS = { id: 1003, username: null, email: 'annabel@example.com' } as Person;
const found = (...items: Person[]): FoundUsers => ({ items, next: null });
let server: FakeOperatorServer;

function Page() {
  const palette = usePalette();
  return palette.isOpen && <Palette onClose={palette.close} />;
}

interface Open {
  readonly permissions?: readonly Permission[];
  readonly language?: Language;
}

/** Opens the palette by its keys. */
async function open({ permissions = permissionsOf(['owner']), ...more }: Open = {}) {
  const page = await showConsole(<Page />, { session: { ...OWNER, permissions: [...permissions] }, ...more });
  const { user, t } = page;
  await user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: t('console:palette.open') });
  const inside = within(dialog);
  const field = inside.getByRole<HTMLInputElement>('combobox', { name: t('console:palette.label') });
  const list = inside.getByRole('listbox', { name: t('console:palette.found') });
  const titles = () => inside.queryAllByRole('option').map(({ textContent }) => textContent);
  const chosen = () => {
    const option = inside.queryByRole('option', { selected: true });
    expect(field.getAttribute('aria-activedescendant')).toBe(option?.id ?? null);
    return option?.textContent;
  };
  return { ...page, dialog, field, list, titles, chosen };
}

const path = () => window.location.pathname + window.location.search;

beforeEach(() => {
  server = new FakeOperatorServer();
});

test('Ctrl K opens and closes it, with the focus in its field and the first pages below', async () => {
  const { user, t, field, list, titles, chosen } = await open();
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('aria-controls')).toBe(list.id);
  expect(titles()).toHaveLength(ENTRIES_MAX);
  expect(chosen()).toBe(t('console:page.queue'));
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a page is found by the start of its name, and opened by Enter', async () => {
  const { user, t, chosen } = await open();
  await user.keyboard(t('console:page.operators').slice(0, 5));
  expect(chosen()).toBe(t('console:page.operators'));
  await user.keyboard('{Enter}');
  expect(path()).toBe('/operator/operators');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('arrow keys go through the results and around their ends', async () => {
  server.on('searchUsers', () => found(ANNA, ANNIKA, NAMELESS));
  const { user, t, titles, chosen } = await open();
  await user.paste('anna');
  await expect.poll(() => titles()).toHaveLength(3);
  const [anna, annika, nameless] = [
    'annaanna@example.com',
    `annika${t('console:palette.user', { id: 1002 })}`,
    `annabel@example.com${t('console:palette.user', { id: 1003 })}`,
  ];
  expect(titles()).toEqual([anna, annika, nameless]);
  expect(chosen()).toBe(anna);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe(annika);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()).toBe(nameless);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe(anna);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(path()).toBe('/operator/users/1002');
});

test('people are asked for once, by all that stands in the field', async () => {
  server.on('searchUsers', () => found(ANNA));
  const { user, titles } = await open();
  await user.paste('an');
  await user.paste('na@');
  await expect.poll(() => titles()).toEqual(['annaanna@example.com']);
  expect(server.sent('searchUsers').map(({ query }) => query)).toEqual([{ q: 'anna@', limit: '5' }]);
});

test('a number is a person at once, without a call; a press opens it', async () => {
  const { user, t, dialog, titles } = await open();
  await user.keyboard('#1001');
  const name = t('console:palette.user', { id: '1001' });
  expect(titles()).toEqual([name]);
  await user.click(within(dialog).getByRole('option', { name }));
  expect(path()).toBe('/operator/users/1001');
  expect(server.received).toEqual([]);
});

test('a hash leads to the deposits and withdrawals that it belongs to', async () => {
  const user = { id: 1001 };
  server
    .on('searchUsers', () => found())
    .on('listDepositQueue', () => ({ items: [{ id: 90, user }], next: null }) as never)
    .on('listWithdrawalQueue', () => ({ items: [{ id: 812, user }], next: null }) as never);
  const page = await open();
  const { t } = page;
  await page.user.paste(HASH);
  const note = t('console:palette.user', { id: 1001 });
  const [deposit, withdrawal] = [
    t('console:deposits.title', { id: 90 }) + note,
    t('console:withdrawals.title', { id: 812 }) + note,
  ];
  await expect.poll(() => page.titles()).toEqual([deposit, withdrawal]);
  expect(server.sent('listDepositQueue')[0]?.query).toMatchObject({ q: HASH });
  await page.user.keyboard('{ArrowDown}{Enter}');
  expect(path()).toBe('/operator/withdrawals?view=all&item=812');
});

test('nothing found is said, and Enter then goes nowhere', async () => {
  const { user, t, dialog, field, chosen } = await open();
  await user.keyboard('zz');
  expect(within(dialog).getByText(t('common:state.nothingFound'))).toBeDefined();
  expect(chosen()).toBeUndefined();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field.value).toBe('zz');
  expect(path()).toBe('/operator/');
});

test('pages and people of other roles are neither shown nor asked for', async () => {
  const { user, t, titles } = await open({ permissions: ['content.write'] });
  expect(titles()).not.toContain(t('console:page.users'));
  expect(titles()).not.toContain(t('console:page.withdrawals'));
  await user.keyboard('1001');
  expect(titles()).toEqual([]);
  expect(server.received).toEqual([]);
});

test('Escape closes it where one was', async () => {
  const { user, dialog } = await open();
  await user.keyboard('a');
  pressEscape(dialog);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(path()).toBe('/operator/');
});

test.each(['de', 'ar'] as const)('in %s pages are found by their translated names', async (language) => {
  const { user, t, chosen } = await open({ language });
  await user.keyboard(t('console:page.withdrawals').slice(0, 6));
  await expect.poll(() => chosen()).toBe(t('console:page.withdrawals'));
  await user.keyboard('{Enter}');
  expect(path()).toBe('/operator/withdrawals');
  expect(document.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
});
