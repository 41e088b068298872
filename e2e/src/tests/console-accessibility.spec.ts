/** Every page of the operator console, with cases in its queues and a person's records. */
import { addOperator } from '../support/add-operator.ts';
import { scan } from '../support/axe.ts';
import { askForLoan, CONSOLE_ROUTES, fillQueues, firstCase, recordRoutes } from '../support/console-routes.ts';
import { enrolByLink } from '../support/operator.ts';
import { navigate, type Person } from '../support/person.ts';
import { startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const PHONE = { width: 390, height: 844 };

test('pages of the console have no accessibility violations, in light and dark', async ({ visit }) => {
  // Anchors cannot be appended there: the dashboard has an alarm to show.
  const server = await startServer({ env: { ANCHOR_FILE: '/nowhere/anchors' } });
  let operator: Person | undefined;
  const payer = await visit({ url: server.url });
  try {
    await expect.poll(() => server.operatorLink()).toBeDefined();
    operator = await visit({ url: server.url });
    const { page, t } = operator;
    // Nobody is signed in: the console asks, and is told so.
    operator.expectInConsole(/status of 401/);
    await enrolByLink(operator, server.operatorLink() ?? '', 'four unrelated words here');
    payer.expectInConsole(/status of 401/);
    await enrolByLink(payer, await addOperator(server, 'otto'), 'four unrelated words here');
    const customer = await fillQueues(operator, payer, server);
    const loan = await askForLoan(operator, customer);
    const found: string[] = [];
    const routes = [...CONSOLE_ROUTES, ...(await recordRoutes(operator, customer))];
    for (const route of routes) {
      await navigate(operator, `/operator${route}`);
      const item = firstCase(operator, route);
      if (item !== undefined) await item.click();
      found.push(...(await scan(operator, route)));
    }
    // A page that is added to the rail is added here.
    const links = page.getByRole('navigation', { name: t('shell:nav.label') }).getByRole('link');
    const paths = routes.map((route) => route.split('?')[0]);
    const hrefs = await links.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    expect(hrefs.map((href) => href.replace(/^\/operator/, '') || '/').filter((path) => !paths.includes(path))).toEqual(
      [],
    );
    await page.setViewportSize(PHONE);
    for (const route of ['/', '/withdrawals', '/lending', '/house', `/users/${customer.id}`]) {
      await navigate(operator, `/operator${route}`);
      found.push(...(await scan(operator, `${route} on a phone`)));
    }
    expect(found).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

    await test.step('a request for a loan is opened by keyboard alone', async () => {
      await navigate(operator as Person, '/operator/loans');
      await expect(page.locator(`#queue-row-${loan}`)).toBeVisible();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('loans:console.check.identity'))).toBeVisible();
      await expect(page.getByText(t('loans:console.fails'), { exact: true })).toHaveCount(0);
    });

    await navigate(operator, '/operator/');
    await expect(page.getByText(t('records:alarm.anchor'))).toBeVisible();
  } finally {
    // Pages that lose their server complain in the console.
    for (const person of [operator, payer]) await person?.context.close();
    await server.stop();
  }
});
