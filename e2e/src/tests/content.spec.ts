/** What the operator writes: documents from the footer, questions with search, announcements. */
import { open } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

test('questions are searched and the footer opens a document', async ({ visit }) => {
  const person = await visit({ layout: 'phone', language: 'ar' });
  const { page, t } = person;
  await open(person, '/help/faq');
  await expect(page.locator('details')).toHaveCount(33);
  const search = page.getByLabel(t('help:search'));
  await search.fill('كلمه المرور');
  await expect(page.getByText(t('help:nothing'))).toBeVisible();
  await search.fill('نسيت');
  const found = page.locator('details').first();
  await found.locator('summary').click();
  await expect(found.getByRole('link').or(found.locator('p')).first()).toBeVisible();
  await search.fill('');
  const policy = page.getByRole('navigation', { name: t('help:group.policy') });
  await policy.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/detail\?id=4$/);
  await expect(page.getByText(t('help:standard'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await open(person, '/detail?id=987654');
  await expect(page.getByText(t('help:gone'))).toBeVisible();
});
