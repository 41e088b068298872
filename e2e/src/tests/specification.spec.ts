/** What the specification names, asked of the running product. */
import { CALLS, ROUTES, SPECIFIED } from '@glasshouse/api/testing/specification';
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { enterAsGuest } from '../support/guest.ts';
import { button, open, type Person, settled } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

const PATH_NOT_FOUND = 11012;

test('every call has an answer of its own', async ({ visit }) => {
  const person = await visit();
  const { token } = await enterAsGuest(person);
  const unanswered: string[] = [];
  for (const call of CALLS) {
    const [method = '', path = ''] = call.split(' ');
    const answer = await fetch(`${person.url}${SPECIFIED.base}${path.replace(/\{\w+\}/, '1')}`, {
      method,
      headers: { authorization: token, [SPECIFIED.bookHeader]: 'NO', 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
    const { code } = (await answer.json()) as { code: number };
    if (500 <= answer.status || code === PATH_NOT_FOUND) unanswered.push(`${call}: ${answer.status} ${code}`);
  }
  expect(unanswered).toEqual([]);
});

/** Within the app, as a link would: the frame stays, and a page costs no start. */
async function go({ page }: Person, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
}

test('every route has its page; private ones ask visitors to log in, and lead back', async ({ visit }) => {
  const visitor = await visit();
  const { page, t } = visitor;
  await open(visitor, '/');
  const footer = page.locator('footer');
  for (const { path, query = '', private: isPrivate, bare } of ROUTES) {
    await go(visitor, path + query);
    if (isPrivate === true) {
      await expect(page).toHaveURL(new RegExp(`/pass/login\\?next=${encodeURIComponent(path)}$`));
      continue;
    }
    await expect(page.locator('main h1').first()).toBeAttached();
    expect(new URL(page.url()).pathname).toBe(path);
    if (bare === true) await expect(footer).toHaveCount(0);
  }

  const person = await visit();
  await enterAsGuest(person);
  await open(person, '/');
  for (const { path, query = '', private: isPrivate } of ROUTES) {
    if (isPrivate !== true) continue;
    await go(person, path + query);
    await expect(person.page.locator('main h1').first()).toBeAttached();
    expect(new URL(person.page.url()).pathname).toBe(path);
  }

  await go(visitor, '/market');
  await page.getByRole('link', { name: t('shell:tool.login') }).click();
  await expect(page).toHaveURL(/\/pass\/login\?next=%2Fmarket$/);
});

test('the language dialog lists every language, and a press switches to it', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await open(person, '/');
  await button(person, t('shell:tool.language')).first().click();
  const dialog = page.getByRole('dialog', { name: t('shell:tool.chooseLanguage') });
  for (const { name } of LANGUAGE_LIST) await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  await dialog.getByText('العربية', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(dialog).toHaveCount(0);
});

test('the first visit on a phone is told three things, until it continues or skips', async ({ visit }) => {
  const person = await visit({ layout: 'phone', isFirstVisit: true });
  const { page, t } = person;
  const board = page.getByRole('dialog');
  // Links to one market are not covered.
  await open(person, '/cruuency?code=BTCUSDT');
  await settled(person);
  await expect(board).toHaveCount(0);
  await open(person, '/');
  await expect(board.getByText(t('site:onboarding.practiceText'))).toBeVisible();
  await page.reload();
  for (const text of ['practiceText', 'checkText', 'riskText'] as const) {
    await expect(board.getByText(t(`site:onboarding.${text}`))).toBeVisible();
    await board
      .getByRole('button', { name: t('site:onboarding.continue') })
      .or(board.getByRole('button', { name: t('site:onboarding.start') }))
      .click();
  }
  await expect(board).toHaveCount(0);
  await page.reload();
  await settled(person);
  await expect(board).toHaveCount(0);

  const visitor = await visit({ layout: 'phone', isFirstVisit: true });
  await open(visitor, '/market');
  await visitor.page
    .getByRole('dialog')
    .getByRole('button', { name: t('site:onboarding.skip') })
    .last()
    .click();
  await open(visitor, '/');
  await settled(visitor);
  await expect(visitor.page.getByRole('dialog')).toHaveCount(0);
  const desktop = await visit({ isFirstVisit: true });
  await open(desktop, '/');
  await settled(desktop);
  await expect(desktop.page.getByRole('dialog')).toHaveCount(0);
});

test('demo and real account are switched by a question', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await enterAsGuest(person);
  await open(person, '/');
  await page.getByRole('button', { name: t('shell:book.switch') }).click();
  await expect(page.getByRole('dialog', { name: t('shell:book.confirmRealTitle') })).toBeVisible();
});

test('each figure of the home page says how it was computed, and opens into it', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  await open(person, '/');
  const figures = page.getByRole('region', { name: t('site:figures.title') });
  for (const [figure, how] of [
    ['fee', 'feeHow'],
    ['coins', 'coinsHow'],
    ['volume', 'volumeHow'],
    ['users', 'usersHow'],
  ] as const) {
    const why = figures.getByRole('button', {
      name: t('site:figures.why', { figure: t(`site:figures.${figure}`) }),
    });
    await why.click();
    const note = page.getByRole('note', { name: t('site:figures.why', { figure: t(`site:figures.${figure}`) }) });
    await expect(note.getByText(t(`site:figures.${how}`))).toBeVisible();
    await expect(note.getByRole('link')).toHaveAttribute('href', /^\//);
    await page.keyboard.press('Escape');
  }
});
