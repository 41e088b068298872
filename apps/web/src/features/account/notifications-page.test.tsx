// @vitest-environment happy-dom
/** Notifications on their page and behind the bell, and announcements of the operator. */
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, plain, pressEscape, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Announcements } from '../../parts/notifications/announcements.tsx';
import { NotificationBell } from '../../parts/notifications/notification-bell.tsx';
import { userInfoOf } from '../../testing/account.ts';
import { NotificationsPage } from './notifications-page.tsx';

type Notification = ResultOf<'listNotifications'>['items'][number];

const FIRED: Notification = {
  id: 71,
  type: 'alert.fired',
  title: 'BTC/USDT has reached 100,000',
  content: 'Your price alert has fired.',
  link: '/cruuency?code=BTCUSDT',
  read: false,
  at: '2026-11-29T08:30:00.000Z',
};
const REVIEWED: Notification = { ...FIRED, id: 70, title: 'Identity verified', link: '/profile/primaryc', read: true };
let server: FakeServer;
let unread: number;
let items: readonly Notification[];

const shown = (element: Parameters<typeof show>[0], more: Partial<RenderOptions> = {}) =>
  show(element, { namespaces: ['notices', 'account', 'alerts', 'help', 'security'], account: CUSTOMER, ...more });

beforeEach(() => {
  unread = 1;
  items = [FIRED, REVIEWED];
  localStorage.clear();
  server = new FakeServer()
    .on('getUserInfo', () => ({ ...userInfoOf(), unread: { notifications: unread, announcements: 0, support: 0 } }))
    .on('listNotifications', ({ query }) => ({
      items: items.filter(({ read }) => !('unread' in query) || !read),
      next: null,
    }))
    .on('markNotificationsRead', () => {
      unread = 0;
      items = items.map((item) => ({ ...item, read: true }));
      return { read: 1 };
    });
});

test('the bell says how many are unread; following one marks it as read and closes the sheet', async () => {
  const { user, t } = await shown(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: t('notices:unread', { count: 1 }) }));
  const link = await screen.findByRole('link', { name: /BTC\/USDT/ });
  expect(link.getAttribute('href')).toBe(FIRED.link);
  expect(within(link).getByRole('img', { name: t('notices:isUnread') })).toBeDefined();
  await user.click(link);
  await expect.poll(() => server.sent('markNotificationsRead')[0]?.body).toEqual({ ids: [71] });
  expect(window.location.search).toBe('?code=BTCUSDT');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('button', { name: t('notices:title') })).toBeDefined();
});

test('one that was read is not marked again', async () => {
  const { user, t } = await shown(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: t('notices:unread', { count: 1 }) }));
  await user.click(await screen.findByRole('link', { name: /Identity verified/ }));
  expect(window.location.pathname).toBe('/profile/primaryc');
  expect(server.sent('markNotificationsRead')).toEqual([]);
});

test('behind the bell all are marked as read at once; Escape closes it', async () => {
  const { user, t } = await shown(<NotificationBell />);
  await user.click(await screen.findByRole('button', { name: t('notices:unread', { count: 1 }) }));
  const sheet = screen.getByRole('dialog', { name: t('notices:title') });
  await user.click(within(sheet).getByRole('button', { name: t('notices:readAll') }));
  await expect.poll(() => server.sent('markNotificationsRead')[0]?.body).toEqual({});
  await expect.poll(() => screen.queryByRole('img', { name: t('notices:isUnread') })).toBeNull();
  pressEscape(sheet);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('the page shows all or only the unread, and says when none is left', async () => {
  const { user, t } = await shown(<NotificationsPage />);
  expect(await screen.findByText('Identity verified')).toBeDefined();
  expect(screen.getByText(FIRED.title)).toBeDefined();
  await user.click(screen.getByRole('radio', { name: t('notices:onlyUnread') }));
  await expect.poll(() => screen.queryByText('Identity verified')).toBeNull();
  expect(await screen.findByText(FIRED.title)).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('notices:readAll') }));
  expect(await screen.findByText(t('notices:nothingUnread'))).toBeDefined();
  await expect.poll(() => screen.queryByRole('button', { name: t('notices:readAll') })).toBeNull();
});

test('a refusal to mark them is said, and they stay unread', async () => {
  server.on('markNotificationsRead', () => new Refusal(10000, 'Something went wrong.'));
  const { user, t } = await shown(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: t('notices:readAll') }));
  expect(await screen.findByText('Something went wrong.')).toBeDefined();
  expect(screen.getByRole('img', { name: t('notices:isUnread') })).toBeDefined();
});

test('nobody has written yet', async () => {
  items = [];
  unread = 0;
  const { t } = await shown(<NotificationsPage />);
  expect(await screen.findByText(t('notices:empty'))).toBeDefined();
  expect(screen.queryByRole('button', { name: t('notices:readAll') })).toBeNull();
});

test('in Arabic the page runs from right to left, and the time is in its words', async () => {
  const { format } = await shown(<NotificationsPage />, { language: 'ar' });
  const title = await screen.findByText(FIRED.title);
  expect(document.documentElement.dir).toBe('rtl');
  expect(title.tagName).toBe('BDI');
  expect(screen.getAllByTitle(plain(format.dateTime(FIRED.at)))).toHaveLength(2);
});

const ANNOUNCED: ResultOf<'listAnnouncements'>[number] = {
  id: 9,
  version: 2,
  lang: 'en',
  title: 'New market',
  content: 'Gold can be traded.',
  blocks: [
    {
      kind: 'paragraph',
      level: 0,
      number: null,
      spans: [{ text: 'Gold can be traded.', mark: null, href: null }],
      rows: [],
    },
  ],
  publishedAt: '2026-11-28T08:00:00.000Z',
};

test('an announcement is new until it was opened once, also after a later visit', async () => {
  server.on('listAnnouncements', () => [ANNOUNCED]);
  const first = await shown(<Announcements />, { language: 'de' });
  await first.user.click(await screen.findByRole('button', { name: first.t('help:announcementsNew') }));
  const sheet = screen.getByRole('dialog', { name: first.t('help:announcements') });
  expect(within(sheet).getByText('Gold can be traded.')).toBeDefined();
  expect(within(sheet).getByText(first.format.date(ANNOUNCED.publishedAt))).toBeDefined();
  expect(within(sheet).getByText('New market').lang).toBe('en-GB');
  pressEscape(sheet);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: first.t('help:announcements') })).toBeDefined();
  first.unmount();
  const { t } = await shown(<Announcements />);
  expect(screen.getByRole('button', { name: t('help:announcements') })).toBeDefined();
  await expect.poll(() => server.sent('listAnnouncements').length).toBe(2);
  expect(screen.queryByRole('button', { name: t('help:announcementsNew') })).toBeNull();
});

test('without an announcement the sheet says so', async () => {
  server.on('listAnnouncements', () => []);
  const { user, t } = await shown(<Announcements />);
  await user.click(screen.getByRole('button', { name: t('help:announcements') }));
  expect(await screen.findByText(t('help:noAnnouncements'))).toBeDefined();
});
