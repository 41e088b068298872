import type { ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { enterAsGuest, patternOf } from '../support/guest.ts';
import { button, open } from '../support/person.ts';
import { orderRoute } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

type Signed = 'getOptionOrder' | 'listPublicKeys';

test('a result verified before its minute is signed is pending, not forged', async ({ visit }) => {
  const person = await visit();
  const { page, t } = person;
  const order = await orderRoute(await enterAsGuest(person));
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
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(callTable.listPublicKeys.path)) asked += 1;
  });
  await open(person, order);
  await expect(page.getByText(t('trade:receipt.pending')).first()).toBeVisible();
  // It verifies by itself.
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByText(t('trade:receipt.notFit'))).toHaveCount(0);
  await expect(button(person, t('trade:receipt.verify'))).toBeEnabled();
  isSigned = true;
  const verdict = page.getByRole('status').filter({ hasText: t('trade:receipt.unknownSigner') });
  await expect(verdict.or(page.getByText(t('trade:receipt.notFit')))).toBeVisible({ timeout: 240_000 });
  await expect(verdict).toContainText(t('trade:receipt.resultFits'));
  expect(asked).toBe(2);
});
