/** Support: a visitor on a phone and an operator, from the question to the rating. */
import { confirmWhenAsked, enrolByLink } from '../support/operator.ts';
import { button, open } from '../support/person.ts';
import { type RunningServer, removeDataDir, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const OPERATOR_PASSWORD = 'four unrelated words here';
const HOSTILE = '<img src=x onerror="document.title=1"> أين إيداعي؟';
const ANSWER = 'بعد ثلاثة تأكيدات.';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server?.stop();
  if (server !== undefined) removeDataDir(server.dataDir);
});

test('a visitor asks on a phone, is answered, and rates it', async ({ visit }) => {
  const operator = await visit({ url: server.url });
  await expect.poll(() => server.operatorLink()).toBeDefined();
  operator.expectInConsole(/status of 401/);
  await confirmWhenAsked(operator, await enrolByLink(operator, server.operatorLink() ?? '', OPERATOR_PASSWORD));

  const visitor = await visit({ layout: 'phone', language: 'ar', url: server.url });
  const { page, t } = visitor;
  await open(visitor, '/service.html?language=ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const field = page.getByRole('textbox', { name: t('support:field') });
  await field.fill(HOSTILE);
  await button(visitor, t('support:send')).click();
  // Shown as the text that it is, once.
  await expect(page.getByText(HOSTILE)).toHaveCount(1);

  const console = operator.page;
  const say = operator.t;
  await console.goto('/operator/support');
  await expect(console.getByText(say('support:op.visitor', { id: 1 }))).toBeVisible();
  await console.keyboard.press('j');
  await console.keyboard.press('Enter');
  await expect(console.getByText(HOSTILE)).toBeVisible();
  await expect(page.getByText(t('support:read'))).toBeVisible();
  await field.pressSequentially('و');
  await expect(console.getByText(say('support:op.typing'))).toBeVisible();
  const reply = console.getByRole('textbox', { name: say('support:op.answer') });
  await reply.pressSequentially(ANSWER);
  await expect(page.getByText(t('support:typing'))).toBeVisible();
  await reply.press('Control+Enter');
  await expect(page.getByText(ANSWER)).toBeVisible();

  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByText(t('support:picture'), { exact: true })).toBeVisible();
  await field.fill('');
  await button(visitor, t('support:send')).click();
  await expect(page.getByRole('img', { name: t('support:picture') })).toBeVisible();
  await expect(console.getByRole('img', { name: say('support:picture') })).toBeVisible();

  // What cannot be sent stays, and is sent once.
  await page.context().setOffline(true);
  visitor.expectInConsole(/ERR_INTERNET_DISCONNECTED/);
  await field.fill('شكرًا');
  await button(visitor, t('support:send')).click();
  await expect(page.getByText(t('support:notSent'))).toBeVisible();
  await page.context().setOffline(false);
  await button(visitor, t('support:again')).click();
  await expect(page.getByText(t('support:notSent'))).toBeHidden();
  await expect(console.getByText('شكرًا')).toHaveCount(1);

  await console.getByRole('button', { name: say('support:close') }).click();
  await page.getByRole('radio', { name: t('support:rate.score', { score: 4 }) }).check({ force: true });
  await button(visitor, t('support:rate.send')).click();
  await expect(page.getByText(t('support:rate.title'))).toBeHidden();
  await console.goto('/operator/support-ratings');
  await expect(console.getByRole('cell', { name: '4.00' })).toBeVisible();
});
