/** What the specification names, asked of the running product. */
import { CALLS, ROUTES, SPECIFIED } from '@glasshouse/api/testing/specification';
import { enterAsGuest } from '../support/guest.ts';
import { open, type Person } from '../support/person.ts';
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
