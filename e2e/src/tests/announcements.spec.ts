/** What the operator writes in the console, from the first draft until readers no longer see it. */
import { addOperator } from '../support/add-operator.ts';
import { approveRequest, writeReason } from '../support/decision.ts';
import { confirmWhenAsked, enrolByLink } from '../support/operator.ts';
import { button, dialog, navigate, open } from '../support/person.ts';
import { startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const OPERATOR_PASSWORD = 'four unrelated words here';
const DAY_MS = 86_400_000;
/** Runs, loads from elsewhere or leads astray, if any of it were taken as HTML or as a link. */
const HOSTILE = [
  '<script>window.owned = 1</script>',
  '<img src=x onerror="window.owned = 1">',
  '[prize](javascript:window.owned=1)',
  '[prize](data:text/html;base64,PHNjcmlwdD4=)',
  '![seal](https://elsewhere.example/seal.png)',
].join('\n\n');

test('an announcement is written, previewed, scheduled, published, compared and withdrawn', async ({ visit }) => {
  const server = await startServer();
  const { url } = server;
  const operator = await visit({ url });
  const otto = await visit({ url });
  const reader = await visit({ layout: 'phone', language: 'de', url });
  try {
    await expect.poll(() => server.operatorLink()).toBeDefined();
    // Nobody is signed in yet; a refused draft is told by its code.
    operator.expectInConsole(/status of 401/);
    await confirmWhenAsked(operator, await enrolByLink(operator, server.operatorLink() ?? '', OPERATOR_PASSWORD));
    otto.expectInConsole(/status of 401/);
    const link = await addOperator(server, 'otto');
    await confirmWhenAsked(otto, await enrolByLink(otto, link, OPERATOR_PASSWORD));
    const { page, t } = operator;
    const foreign: string[] = [];
    for (const person of [operator, reader]) {
      person.page.on('request', (request) => {
        if (request.url().includes('elsewhere.example')) foreign.push(request.url());
      });
    }
    const title = page.getByLabel(t('help:op.heading'), { exact: true });
    const text = page.getByLabel(t('help:op.text'));
    const preview = page.locator('section').filter({ has: page.getByRole('heading', { name: t('help:op.preview') }) });
    // What everybody is told takes two persons.
    const agree = async (): Promise<void> => {
      await approveRequest(otto, /content/);
      await page.reload();
    };
    const publish = async (from?: string): Promise<void> => {
      await button(operator, t('help:op.publish')).click();
      if (from !== undefined) await dialog(operator).locator('input[type="datetime-local"]').first().fill(from);
      await writeReason(operator);
      await dialog(operator)
        .getByRole('button', { name: t('help:op.publish') })
        .click();
      await expect(dialog(operator)).toHaveCount(0);
      await agree();
    };
    const save = async (): Promise<void> => {
      await button(operator, t('help:op.save')).click();
      await expectToast(operator, t('help:op.saved'));
    };

    await test.step('hostile Markdown is shown as it was typed, and not kept', async () => {
      await navigate(operator, '/operator/content?kind=announcement');
      await page.getByRole('radio', { name: t('help:op.kinds.announcement') }).check();
      await page.getByRole('link', { name: t('help:op.new') }).click();
      await title.fill('New market');
      await text.fill(HOSTILE);
      await expect(preview.getByText('<script>window.owned = 1</script>')).toBeVisible();
      await expect(preview.locator('script, img, a')).toHaveCount(0);
      await expect(text).toHaveAttribute('aria-invalid', 'true');
      await button(operator, t('help:op.save')).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(button(operator, t('help:op.publish'))).toHaveCount(0);
    });

    await test.step('a scheduled version is not seen before its time', async () => {
      await text.fill('Withdrawals cost **{{withdrawalFee}}**.');
      await expect(preview.locator('strong')).toHaveText(/^\d.*%$/);
      await save();
      await publish(new Date(Date.now() + DAY_MS).toISOString().slice(0, 16));
      await expect(page.getByRole('rowheader', { name: t('help:op.versionNo', { version: 1 }) })).toBeVisible();
      await open(reader, '/help');
      await button(reader, reader.t('help:announcements')).click();
      await expect(dialog(reader).getByText(reader.t('help:noAnnouncements'))).toBeVisible();
    });

    await test.step('one that is published shows a dot until it was opened, in any language', async () => {
      await text.fill('Gold can be traded. See [help](/help).');
      // What was typed is not published before it was saved.
      await save();
      await publish();
      await expect(page.getByRole('rowheader', { name: t('help:op.versionNo', { version: 2 }) })).toBeVisible();
      await open(reader, '/help');
      await button(reader, reader.t('help:announcementsNew')).click();
      await expect(dialog(reader).getByRole('heading', { name: 'New market' })).toBeVisible();
      await expect(dialog(reader).getByRole('link', { name: 'help' })).toHaveAttribute('href', '/help');
      await reader.page.keyboard.press('Escape');
      await expect(button(reader, reader.t('help:announcementsNew'))).toHaveCount(0);
      await open(reader, '/help');
      await expect(page.getByRole('main')).toBeVisible();
      await expect(
        reader.page.getByRole('button', { name: reader.t('help:announcements'), exact: true }),
      ).toBeVisible();
    });

    await test.step('versions are compared line by line', async () => {
      const first = page.getByRole('row').filter({ hasText: t('help:op.versionNo', { version: 1 }) });
      await first.getByRole('button', { name: t('help:op.compare') }).click();
      await expect(dialog(operator).getByText('− Withdrawals cost **{{withdrawalFee}}**.')).toBeVisible();
      await expect(dialog(operator).getByText('+ Gold can be traded. See [help](/help).')).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('once withdrawn nobody sees it', async () => {
      await button(operator, t('help:op.withdraw')).click();
      await dialog(operator).getByLabel(t('console:decision.reason')).fill('Postponed by a week.');
      await dialog(operator)
        .getByRole('button', { name: t('help:op.withdraw') })
        .click();
      await expect(dialog(operator)).toHaveCount(0);
      await agree();
      await open(reader, '/help');
      await button(reader, reader.t('help:announcements')).click();
      await expect(dialog(reader).getByText(reader.t('help:noAnnouncements'))).toBeVisible();
    });
    for (const person of [operator, reader]) {
      expect(await person.page.evaluate(() => 'owned' in window)).toBe(false);
    }
    expect(foreign).toEqual([]);
  } finally {
    // Pages that lose their server complain in the console.
    for (const { context } of [operator, otto, reader]) await context.close();
    await server.stop();
  }
});
