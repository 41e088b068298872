/** Support: a visitor on a phone and an operator, from the question to the rating. */
import { addOperator } from '../support/add-operator.ts';
import { confirmWhenAsked, enrolByLink } from '../support/operator.ts';
import { operatorResult } from '../support/operator-api.ts';
import { button, open } from '../support/person.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { startWidget, type Widget } from '../support/widget.ts';

const OPERATOR_PASSWORD = 'four unrelated words here';
const HOSTILE = '<img src=x onerror="document.title=1"> أين إيداعي؟';
const ANSWER = 'بعد ثلاثة تأكيدات.';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let server: RunningServer;
let widget: Widget;
test.beforeAll(async () => {
  [server, widget] = await Promise.all([startServer(), startWidget()]);
});
test.afterAll(async () => {
  await widget?.stop();
  await server?.stop();
});

test('a visitor asks on a phone, is answered, and rates it; then another chat takes its place', async ({ visit }) => {
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
  await console.getByRole('radio', { name: say('records:reports.days', { count: 7 }) }).check({ force: true });
  await expect(console).toHaveURL(/range=7/);
  await expect(console.getByRole('cell', { name: '4.00' })).toBeVisible();

  await test.step('the chat of somebody else is framed once two operators want it, and on no other page', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${server.url}${path}`)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('/service.html')).not.toContain('frame-src');
    expect(widget.requests).toEqual([]);
    const otto = await visit({ url: server.url });
    otto.expectInConsole(/status of 401/);
    const link = await addOperator(server, 'otto');
    await confirmWhenAsked(otto, await enrolByLink(otto, link, OPERATOR_PASSWORD));
    const { request } = await operatorResult(operator, 'setParameter', {
      params: { key: 'support.widget' },
      body: { value: widget.template, reason: 'As agreed with support.' },
    });
    expect(await policyOf('/service.html')).not.toContain('frame-src');
    await operatorResult(otto, 'decideRequest', {
      params: { id: request ?? 0 },
      body: { verdict: 'approve', reason: 'Read and tried.' },
    });
    await expect.poll(() => policyOf('/service.html')).toContain(`; frame-src ${widget.origin};`);
    for (const path of ['/', '/profile/kefu', '/operator/support']) {
      expect(await policyOf(path)).not.toContain(widget.origin);
    }

    const visitor = await visit({ layout: 'phone', language: 'ar', url: server.url });
    await open(visitor, '/service.html?language=ar');
    const frame = visitor.page.frameLocator('iframe');
    // Its loader has run, was told the language, and sees nothing of the page around it.
    await expect(frame.getByText('Chat in ar')).toBeVisible();
    await expect(frame.getByText('Session out of reach')).toBeVisible();
    expect(widget.requests).toContain('/widget?website_token=abc&locale=ar');
    // Its script may run in the frame alone.
    visitor.expectInConsole(/Content Security Policy/);
    visitor.expectInConsole(/ERR_BLOCKED_BY_CSP/);
    const isRefused = await visitor.page.evaluate(
      (src) =>
        new Promise<boolean>((done) => {
          const script = Object.assign(document.createElement('script'), { src });
          script.addEventListener('load', () => done(false));
          script.addEventListener('error', () => done(true));
          document.head.append(script);
        }),
      `${widget.origin}/loader.js`,
    );
    expect(isRefused).toBe(true);
  });
});
