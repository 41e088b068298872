// @vitest-environment happy-dom
import type { OperatorQueryOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { Refusal } from '@glasshouse/app/testing/fake-server';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { showConsole } from '../../testing/show-console.tsx';
import { UsersPage } from './users-page.tsx';

type FoundUsers = OperatorResultOf<'searchUsers'>;
type UserQuery = OperatorQueryOf<'searchUsers'>;

const ANNA = {
  id: 1000,
  name: 'anna',
  username: 'anna',
  email: 'anna@example.com',
  guest: false,
  status: 'active',
  language: 'sv',
  createdAt: '2026-11-30T01:00:00.000Z',
} as unknown as FoundUsers['items'][number];
const BERT = { ...ANNA, id: 1001, username: 'bert', email: null, status: 'frozen' as const };
let server: FakeOperatorServer;
let requests: UserQuery[];

async function usersPage(path = '/operator/users', language: 'en' | 'de' | 'ar' = 'en') {
  const page = await showConsole(<UsersPage />, { path, language, namespaces: ['records'] });
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: page.t('records:users.search') });
  const row = (name: RegExp) => screen.queryByRole('row', { name });
  const found = (name: RegExp) => screen.findByRole('row', { name });
  return { ...page, row, found, search };
}

beforeEach(() => {
  requests = [];
  server = new FakeOperatorServer().on('searchUsers', ({ query }) => {
    requests.push(query);
    const all = [ANNA, BERT].filter(({ status }) => query.status === undefined || status === query.status);
    return { items: all.filter(({ username }) => query.q === undefined || username?.includes(query.q)), next: null };
  });
});

test('everybody stands in the table, one without an address by a dash', async () => {
  const { t, format, found } = await usersPage('/operator/users', 'de');
  const anna = within(await found(/anna/));
  expect(anna.getByText('anna@example.com')).toBeDefined();
  expect(anna.getByText(format.dateTime(ANNA.createdAt).replace(/\s+/g, ' '))).toBeDefined();
  const bert = within(await found(/bert/));
  expect(bert.getByText('–')).toBeDefined();
  expect(bert.getByText(t('console:state.frozen'))).toBeDefined();
});

test('a search goes with Enter, stands in the address, and ends when it is emptied', async () => {
  const { user, row, found, search } = await usersPage();
  await found(/anna/);
  await user.type(search, ' bert ');
  expect(requests).toHaveLength(1);
  await user.keyboard('{Enter}');
  await expect.poll(() => row(/anna/)).toBeNull();
  expect(requests.at(-1)).toEqual({ q: 'bert' });
  expect(window.location.search).toBe('?q=bert');
  await user.clear(screen.getByRole('searchbox'));
  await found(/anna/);
  expect(window.location.search).toBe('');
});

test('an address with a search and a state opens with them', async () => {
  const { t, found, search } = await usersPage('/operator/users?q=bert&state=frozen', 'ar');
  await found(/bert/);
  expect(search.value).toBe('bert');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: t('console:state.frozen') }).checked).toBe(true);
  expect(requests).toEqual([{ q: 'bert', status: 'frozen' }]);
});

test('a state filters; nobody in it says so', async () => {
  const { user, t, row, found } = await usersPage();
  await user.click(screen.getByRole('radio', { name: t('console:state.disabled') }));
  expect(await screen.findByText(t('records:users.empty'))).toBeDefined();
  expect(row(/anna/)).toBeNull();
  await user.click(screen.getByRole('radio', { name: t('common:word.all') }));
  await found(/anna/);
});

test('the next page comes on demand, below the first', async () => {
  server.on('searchUsers', ({ query }) =>
    query.cursor === undefined ? { items: [ANNA], next: 'c2' } : { items: [BERT], next: null },
  );
  const { user, t, row, found } = await usersPage();
  await found(/anna/);
  await user.click(screen.getByRole('button', { name: t('common:action.showMore') }));
  await found(/bert/);
  expect(row(/anna/)).not.toBeNull();
  expect(screen.queryByRole('button', { name: t('common:action.showMore') })).toBeNull();
});

test('a row opens its person', async () => {
  const { user } = await usersPage();
  await user.click(await screen.findByText('anna@example.com'));
  await expect.poll(() => window.location.pathname).toBe('/operator/users/1000');
});

test('a fault is said above the table, and the search tried again', async () => {
  server.on('searchUsers', () => new Refusal(11000, 'A fault.', {}, 500));
  const { user, t, found } = await usersPage();
  await screen.findByText('A fault.');
  server.on('searchUsers', () => ({ items: [ANNA], next: null }));
  await user.click(screen.getByRole('button', { name: t('common:action.retry') }));
  await found(/anna/);
});
