/** The operator console: the first owner's way in and back in, its palette, and what it reopens. */
import AxeBuilder from '@axe-core/playwright';
import { changeDatabase } from '../support/database.ts';
import { LAYOUTS } from '../support/devices.ts';
import { confirmWhenAsked, enrolByLink, signInOperator, signOutOperator } from '../support/operator.ts';
import { newCustomer } from '../support/operator-api.ts';
import { navigate, type Person } from '../support/person.ts';
import { makeFolder, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'four unrelated words here';

test('the first owner enrols by the link of the start, signs out and in again', { tag: '@smoke' }, async ({
  visit,
}) => {
  const server = await startServer();
  const people: Person[] = [];
  try {
    // Printed a moment after the server answers.
    await expect.poll(() => server.operatorLink()).toBeDefined();
    const link = server.operatorLink() ?? '';
    const person = await visit({ url: server.url });
    people.push(person);
    const { page, t } = person;
    // Nobody is signed in: the console asks, and is told so.
    person.expectInConsole(/status of 401/);
    const login = await enrolByLink(person, link, PASSWORD);
    expect(login.name).toBe('owner');

    await page.goto('/operator/kyc');
    await expect(page.getByText(t('console:kyc.empty'))).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    await page.goto('/operator/withdrawals?view=sent');
    await signOutOperator(person);
    await signInOperator(person, login);
    // Back on the page one was on.
    await expect(page.getByRole('radio', { name: t('console:withdrawals.view.sent') })).toBeChecked();

    // The palette goes anywhere by name.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(t('console:page.operators').slice(0, 4));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: t('console:page.operators') })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: login.name })).toBeVisible();

    // A used link is worth nothing.
    const stranger = await visit({ url: server.url, layout: LAYOUTS[1] ?? 'phone' });
    people.push(stranger);
    stranger.expectInConsole(/status of 401/);
    await stranger.page.goto(new URL(link).pathname + new URL(link).hash);
    await expect(stranger.page.getByRole('alert')).toBeVisible();
    await stranger.page.getByRole('button', { name: t('console:link.toSignIn') }).click();
    await signInOperator(stranger, login);
    await expect(stranger.page.getByRole('navigation', { name: t('shell:nav.label') })).toBeVisible();
  } finally {
    // Pages that lose their server complain in the console.
    for (const { context } of people) await context.close();
    await server.stop();
  }
});

test('the palette finds people and goes by arrow keys; an instrument that was closed is reopened', async ({
  visit,
}) => {
  const folder = makeFolder();
  let server = await startServer({ folder });
  let person: Person | undefined;
  try {
    await expect.poll(() => server.operatorLink()).toBeDefined();
    person = await visit({ url: server.url });
    const { page, t } = person;
    // Nobody is signed in yet; later the server stops and starts again.
    person.expectInConsole(/status of (?:401|503)|ERR_CONNECTION_REFUSED|WebSocket connection to/);
    await confirmWhenAsked(person, await enrolByLink(person, server.operatorLink() ?? '', PASSWORD));

    await test.step('two people of one name, the second by arrow key', async () => {
      const names = [(await newCustomer(person as Person)).username, (await newCustomer(person as Person)).username];
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: t('console:palette.open') });
      await expect(palette.getByRole('combobox')).toBeFocused();
      await page.keyboard.type((names[0] ?? '').replace(/-\d+$/, ''));
      const options = palette.getByRole('option');
      await expect(options).toHaveCount(2);
      const chosen = palette.getByRole('option', { selected: true });
      const [first = '', second = ''] = await options.allTextContents();
      await expect(chosen).toHaveText(first);
      await page.keyboard.press('ArrowDown');
      await expect(chosen).toHaveText(second);
      await page.keyboard.press('ArrowDown');
      await expect(chosen).toHaveText(first);
      await page.keyboard.press('ArrowUp');
      await expect(chosen).toHaveText(second);
      await page.keyboard.press('Enter');
      await expect(palette).toHaveCount(0);
      const name = names.find((known) => second.includes(known)) ?? '';
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    });

    await test.step('closed by the core until somebody has looked', async () => {
      await server.stop();
      const reason = 'no price for what is due';
      await changeDatabase(
        folder,
        `insert into held_triggers (id, code, input, reason, held_at) values ('options.settle BTCUSDT', 'BTCUSDT', null, $1, now())`,
        [reason],
      );
      server = await startServer({ folder, port: server.port });
      await navigate(person as Person, '/operator/instruments?q=BTCUSDT');
      await expect(page.getByText(reason)).toBeVisible();
      await expect(page.getByText(t('records:instruments.halted'), { exact: true })).toBeVisible();
      await page.getByRole('button', { name: t('records:instruments.reopen') }).click();
      const decision = page.getByRole('dialog', { name: t('records:instruments.reopenTitle', { code: 'BTCUSDT' }) });
      await decision.getByLabel(t('console:decision.reason')).fill('The price is back.');
      await decision.getByRole('button', { name: t('records:instruments.reopen') }).click();
      await expect(decision).toHaveCount(0);
      await expect(page.getByText(reason)).toHaveCount(0);
      await expect(page.getByText(t('records:instruments.halted'), { exact: true })).toHaveCount(0);
    });
  } finally {
    // Pages that lose their server complain in the console.
    await person?.context.close();
    await server.stop();
    folder.remove();
  }
});
