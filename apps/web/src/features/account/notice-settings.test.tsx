// @vitest-environment happy-dom
import type { ResultOf } from '@glasshouse/api';
import { FakeServer, Refusal } from '@glasshouse/app/testing/fake-server';
import { CUSTOMER, show } from '@glasshouse/app/testing/show.tsx';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { NoticeSettings } from './notice-settings.tsx';

const NOTICES: ResultOf<'getNotices'> = {
  kinds: [
    { kind: 'options', mail: false, push: true, mailedAnyway: false },
    { kind: 'withdrawal', mail: true, push: true, mailedAnyway: true },
  ],
  hasEmail: true,
  pushKey: 'BEd3nNNAQfoaGHY2gVV5UO',
  browsers: [],
};
let server: FakeServer;
let notices: typeof NOTICES;

async function settings(language: 'en' | 'de' | 'ar' = 'en') {
  const page = await show(<NoticeSettings />, { namespaces: ['account', 'notices'], account: CUSTOMER, language });
  const { t } = page;
  const row = async (kind: 'options' | 'withdrawal') =>
    within(await screen.findByRole('row', { name: new RegExp(`^${t(`notices:group.${kind}`)}`) }));
  const box = async (kind: 'options' | 'withdrawal', method: 'mail' | 'push') =>
    (await row(kind)).getByRole<HTMLInputElement>('switch', { name: t(`notices:how.${method}`) });
  return { ...page, row, box };
}

beforeEach(() => {
  notices = NOTICES;
  server = new FakeServer()
    .on('getNotices', () => notices)
    .on('setNotice', ({ body }) => {
      notices = {
        ...notices,
        kinds: notices.kinds.map((kind) => (kind.kind === body.kind ? { ...kind, ...body } : kind)),
      };
      return null;
    });
});

test('each kind goes by mail or push, one change at a time', async () => {
  const { user, box } = await settings('de');
  expect((await box('options', 'push')).checked).toBe(true);
  await user.click(await box('options', 'mail'));
  await expect.poll(async () => (await box('options', 'mail')).checked).toBe(true);
  expect(server.sent('setNotice')[0]?.body).toEqual({ kind: 'options', mail: true, push: true });
});

test('what is mailed in any case has no switch', async () => {
  const { t, row } = await settings('ar');
  expect((await row('withdrawal')).getByText(t('notices:how.always'))).toBeDefined();
  expect((await row('withdrawal')).queryByRole('switch', { name: t('notices:how.mail') })).toBeNull();
});

test('without an address nothing can be mailed', async () => {
  notices = { ...NOTICES, hasEmail: false };
  const { t, box } = await settings();
  expect((await box('options', 'mail')).disabled).toBe(true);
  expect((await box('options', 'push')).disabled).toBe(false);
  expect(screen.getByText(t('notices:how.noEmail'))).toBeDefined();
});

test('a refused change is said, and the switch goes back', async () => {
  server.on('setNotice', () => new Refusal(10010, 'Not now.'));
  const { user, box } = await settings();
  await user.click(await box('options', 'push'));
  expect(await screen.findByText('Not now.')).toBeDefined();
  expect((await box('options', 'push')).checked).toBe(true);
});
