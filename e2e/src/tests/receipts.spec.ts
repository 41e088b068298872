import type { ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { newName, registerByUsername } from '../support/accounts.ts';
import { apiOfPage, patternOf } from '../support/guest.ts';
import { button, dialog, open, type Person, textOf } from '../support/person.ts';
import { orderRoute } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

type Signed = 'getOptionOrder' | 'listPublicKeys';

test('a result is pending until its minute is signed, then replayed tick by tick and shown to strangers', async ({
  visit,
  steered,
}) => {
  const { clock, minute, url } = steered;
  const person = await visit({ isMoving: true, url });
  const { page, t } = person;
  // The proof beside sign-up and the seal of the header meet keys, too: here the receipt is first.
  // A service worker would bring its code past the route.
  await person.context.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => undefined);
  });
  person.expectInConsole(/checked-seal|living-proof/);
  await page.route(/\/assets\/(?:checked-seal|living-proof)-\S+\.js/, (route) => route.abort());
  await registerByUsername(person, newName());
  // So do the seals of the newest results on the home page.
  await open(person, '/help');
  const api = await apiOfPage(person);
  const order = await orderRoute(api);
  await clock.advance('31s');
  await minute.sign();
  // As on an installation in its first minute: neither a proof exists yet, nor the key, which is
  // published together with the first minute that it signs.
  let isSigned = false;
  const untilSigned = <Name extends Signed>(name: Name, unsign: (result: ResultOf<Name>) => unknown) =>
    page.route(patternOf(name), async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { result: ResultOf<Name> };
      await route.fulfill({ response, json: isSigned ? json : { ...json, result: unsign(json.result) } });
    });
  await untilSigned('getOptionOrder', (order) => ({
    ...order,
    proof: null,
    receipt: order.receipt && {
      ...order.receipt,
      ticks: order.receipt.ticks.map((tick) => ({ ...tick, receipt: null })),
    },
  }));
  await untilSigned('listPublicKeys', () => []);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(callTable.listPublicKeys.path)) requests += 1;
  });
  await open(person, order);
  const stamps = page.getByRole('list', { name: t('guide:pane.proof') });
  await expect(stamps).toHaveAttribute('data-state', 'price');
  // It verifies by itself.
  await expect.poll(() => requests).toBe(1);
  await expect(page.getByText(t('trade:receipt.notFit'))).toHaveCount(0);
  await expect(button(person, t('trade:receipt.verify'))).toBeEnabled();
  isSigned = true;
  const verdict = page.getByRole('status').filter({ hasText: t('trade:receipt.unknownSigner') });
  await expect(verdict.or(page.getByText(t('trade:receipt.notFit')))).toBeVisible();
  await expect(verdict).toContainText(t('trade:receipt.resultFits'));
  expect(requests).toBe(2);

  await expectSealed(person);
  await expect(stamps).toHaveAttribute('data-state', 'sealed');
  // One digit of it changed: the check fails at once, and holds again without the change.
  await button(person, t('site:proof.forge')).click();
  await expect(stamps).toHaveAttribute('data-state', 'broken');
  await button(person, t('site:proof.restore')).click();
  await expect(stamps).toHaveAttribute('data-state', 'sealed');

  await button(person, t('common:action.share')).click();
  await dialog(person)
    .getByRole('button', { name: t('order:share.create') })
    .click();
  const link = await textOf(dialog(person).locator('code'));
  const mine = await api.resultOf('getUserInfo');

  // Whoever has the link sees the order and its proof, and nothing of whose it is.
  const stranger = await visit({ layout: 'phone', language: 'ar', url });
  await open(stranger, new URL(link).pathname);
  await expectSealed(stranger);
  for (const proved of ['order:shared.ticks', 'order:shared.result', 'order:shared.seal'] as const) {
    await expect(stranger.page.getByText(stranger.t(proved))).toBeVisible();
  }
  await expect(stranger.page.locator('body')).not.toContainText(mine.user.displayName);

  await dialog(person)
    .getByRole('button', { name: t('order:share.end') })
    .click();
  await expect(dialog(person).locator('code')).toHaveCount(0);
  await open(stranger, new URL(link).pathname);
  await expect(stranger.page.getByText(stranger.t('order:shared.gone'))).toBeVisible();
});

/** The picture stands at its end, and every tick has been traced to a signed minute. */
async function expectSealed({ page, t }: Person): Promise<void> {
  await expect(page.getByRole('figure', { name: t('order:replay.title') })).toBeVisible();
  await expect(page.getByRole('slider', { name: t('order:replay.position') })).toHaveCount(0);
  const sealed = page
    .getByRole('status')
    .filter({ has: page.locator('[data-state]') })
    .filter({ hasText: /\d/ });
  await expect
    .poll(async () => {
      const [done, count] = (await textOf(sealed)).match(/\d+/g) ?? [];
      return done === count && Number(count);
    })
    .toBeGreaterThan(2);
}
