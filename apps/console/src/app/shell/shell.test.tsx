// @vitest-environment happy-dom
/** The frame of the console: places with what waits in them, the tabs of a place, its keys. */
import { permissionsOf, type Role } from '@glasshouse/api/operator/permissions';
import { FakeOperatorServer } from '@glasshouse/app/testing/fake-operator-server';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refreshCounts, stopCounts } from '../../live/counts.ts';
import { QUIET_DASHBOARD } from '../../testing/dashboard.ts';
import { OWNER, showConsole } from '../../testing/show-console.tsx';
import { pageOf } from '../pages.ts';
import { Shell } from './shell.tsx';

const LATE = '2026-11-20T08:00:00.000Z';
const SIGNED_TO = '2026-11-29T08:29:00.000Z';
const LATER = '2099-11-30T08:00:00.000Z';
let server: FakeOperatorServer;

beforeEach(() => {
  const counted = { oldestAt: LATE, dueAt: LATER };
  server = new FakeOperatorServer().on('getQueues', () => ({
    queues: [
      { queue: 'deposits' as const, waiting: 2, cases: 3, ...counted },
      // One of them waits for its second person.
      { queue: 'withdrawals' as const, waiting: 4, cases: 3, ...counted },
      { queue: 'support' as const, waiting: 5, cases: 5, ...counted, dueAt: LATE },
      { queue: 'requests' as const, waiting: 1, cases: 1, ...counted },
    ],
    claims: [],
    chats: [],
  }));
});

async function shell(path: string, role: Role = 'owner') {
  const page = pageOf(path);
  if (page === undefined) throw new Error(`no page at ${path}`);
  const session = { ...OWNER, operator: { ...OWNER.operator, roles: [role] }, permissions: permissionsOf([role]) };
  const shown = await showConsole(
    <Shell page={page}>
      <main>
        <input aria-label="note" />
      </main>
    </Shell>,
    { path: `/operator${path}`, session },
  );
  await act(refreshCounts);
  const nav = within(screen.getByRole('navigation', { name: shown.t('shell:nav.label') }));
  const link = (name: string) => nav.getByRole('link', { name: new RegExp(`^${name}`) });
  return { ...shown, nav, link };
}

test('the queue counts what its list has, other places what waits in their queues', async () => {
  const { t, link } = await shell('/');
  expect(link(t('console:page.queue')).textContent).toContain(t('console:queue.waiting', { count: 12 }));
  expect(link(t('console:place.transfers')).textContent).toContain(t('console:queue.waiting', { count: 6 }));
  expect(link(t('console:page.support')).textContent).toContain(t('console:queue.waiting', { count: 5 }));
  expect(link(t('console:page.ledger')).textContent).toBe(t('console:page.ledger'));
  act(stopCounts);
  expect(link(t('console:page.queue')).textContent).toBe(t('console:page.queue'));
});

test('what a role may not act on is not counted for it', async () => {
  const { t, link } = await shell('/', 'support');
  expect(link(t('console:page.queue')).textContent).toContain(t('console:queue.waiting', { count: 5 }));
});

test('the open place is marked, and its pages are tabs', async () => {
  const { t, link } = await shell('/payouts');
  expect(link(t('console:place.transfers')).getAttribute('aria-current')).toBe('page');
  const tabs = within(screen.getByRole('navigation', { name: t('console:place.transfers') }));
  const names = ['deposits', 'withdrawals', 'payouts'] as const;
  expect(tabs.getAllByRole('link').map((tab) => tab.getAttribute('href'))).toEqual(
    names.map((name) => `/operator/${name}`),
  );
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe(t('console:page.payouts'));
});

test('a place of one page has no tabs', async () => {
  await shell('/kyc');
  expect(screen.getAllByRole('navigation')).toHaveLength(1);
});

test('a slash opens the palette, but not from within a field', async () => {
  const { user, t } = await shell('/');
  await user.type(screen.getByRole('textbox', { name: 'note' }), '/');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('banner'));
  await user.keyboard('/');
  const dialog = within(screen.getByRole('dialog', { name: t('console:palette.open') }));
  expect(dialog.getByRole<HTMLInputElement>('combobox').value).toBe('');
});

test('the header counts the sources of prices that are fresh', async () => {
  const sources = [
    { source: 'one', instruments: 3, stale: 0 },
    { source: 'two', instruments: 3, stale: 1 },
  ];
  server.on('getDashboard', () => ({
    ...QUIET_DASHBOARD,
    feeds: { listed: 6, open: 6, signedTo: SIGNED_TO, held: [], sources },
  }));
  const { t, format } = await shell('/kyc');
  expect(await screen.findByText(t('console:feeds', { fresh: 1, all: 2 }))).toBeDefined();
  expect(screen.getByText(t('console:signedTo', { time: format.time(SIGNED_TO) }))).toBeDefined();
});
