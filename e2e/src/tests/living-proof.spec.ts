/**
 * The home page of a visitor verifies the newest signed minute by itself. It says so when a digit
 * is changed, when the server sends other prices than it signed, and when the key is another one.
 */
import type { ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { apiOf } from '../support/guest.ts';
import { button, open, textOf } from '../support/person.ts';
import { expect, test } from '../support/test.ts';

/** With its query, which a pattern of the path alone would not match. */
const runs = new RegExp(callTable.listTickRuns.path);

test('a visitor sees a price verified, and what a forged one looks like', async ({ visit, steered }) => {
  await steered.minute.sign();
  const person = await visit({ layout: 'phone', language: 'ar', url: steered.url });
  const { page, t } = person;
  await open(person, '/');
  const proof = page.getByRole('region', { name: t('site:proof.title') });
  const seal = (key: 'holds' | 'broken' | 'strange') => proof.getByRole('img', { name: t(`site:proof.${key}`) });
  await expect(seal('holds')).toBeVisible();

  const price = proof.locator('bdi').filter({ hasText: /\d USDT$/ });
  const shown = await textOf(price);
  await button(person, t('site:proof.forge')).click();
  await expect(seal('broken')).toBeVisible();
  await expect(proof.getByText(t('site:proof.forgedText'))).toBeVisible();
  expect(await textOf(price)).not.toBe(shown);
  await button(person, t('site:proof.restore')).click();
  await expect(seal('holds')).toBeVisible();

  // The key is the one that anybody is told.
  const [key] = await apiOf(person, '').resultOf('listPublicKeys');
  await expect(proof.getByRole('list', { name: t('site:proof.how') })).toContainText(key!.publicKey.slice(0, 9));

  // A server that sends other prices than it signed.
  await page.route(runs, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { result: ResultOf<'listTickRuns'> };
    const result = json.result.map(({ ticks: [first, ...others], ...run }) => {
      const [bid, mid, ask, at] = first!;
      return { ...run, ticks: [[bid, mid + 1, ask, at], ...others] };
    });
    await route.fulfill({ response, json: { ...json, result } });
  });
  await open(person, '/');
  await expect(seal('broken')).toBeVisible();
  await expect(proof.getByText(t('site:proof.forgedText'))).toHaveCount(0);
  await page.unroute(runs);

  // This browser was told another key before.
  await page.evaluate(() => localStorage.setItem('glasshouse.signingKeys', JSON.stringify(['00'.repeat(32)])));
  await open(person, '/');
  await expect(seal('strange')).toBeVisible();
  await expect(proof.getByText(t('trade:receipt.keyChanged'))).toBeVisible();
});

test('the proof and its parts stand where they stood before the first minute came', async ({ visit, steered }) => {
  // The language with the longest words.
  const person = await visit({ layout: 'phone', language: 'fr', url: steered.url });
  const { page, t } = person;
  let release = (): void => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(runs, async (route) => {
    await released;
    await route.continue();
  });
  await steered.minute.sign();
  await open(person, '/');
  const proof = page.getByRole('region', { name: t('site:proof.title') });
  const seal = (key: 'waiting' | 'holds' | 'broken') => proof.getByRole('img', { name: t(`site:proof.${key}`) });
  const boxes = async () => [
    await proof.boundingBox(),
    await proof.getByRole('list', { name: t('site:proof.how') }).boundingBox(),
  ];
  const reserved = await proof.evaluate((pane) => pane.parentElement?.getBoundingClientRect().height);
  await expect(seal('waiting')).toBeVisible();
  const waiting = await boxes();
  // The place was as high before the proof came into it.
  const least = await proof.evaluate((pane) => Number.parseFloat(getComputedStyle(pane).minBlockSize));
  expect(reserved).toBeCloseTo(least);
  release();
  await expect(seal('holds')).toBeVisible();
  expect(await boxes()).toEqual(waiting);
  await button(person, t('site:proof.forge')).click();
  await expect(seal('broken')).toBeVisible();
  expect(await boxes()).toEqual(waiting);
});
