import { join } from 'node:path';
import { apiOfPage, enterAsGuest } from '../support/guest.ts';
import { headPrice, open } from '../support/person.ts';
import { makeFolder, type RunningServer, type ServerFolder, startServer } from '../support/server.ts';
import { CLOSED_CODE, SILENT_CODE, stageRecordings } from '../support/staged-recordings.ts';
import { expect, test } from '../support/test.ts';
import { buyOption, openMarket } from '../support/trading.ts';

const NOT_IN_TRADING_TIME = 10015;
const CASES = [
  { code: CLOSED_CODE, what: 'is closed', mark: 'market:status.closed', banner: 'trade:options.closedNow' },
  { code: SILENT_CODE, what: 'has no ticks', mark: 'market:status.stale', banner: 'trade:options.stale' },
] as const;

test.describe('markets without prices', () => {
  // Scripted markets are always open: these two are staged.
  test.describe.configure({ mode: 'serial' });
  let server: RunningServer;
  let folder: ServerFolder;
  test.beforeAll(async () => {
    folder = makeFolder();
    const replayDir = join(folder.path, 'recordings');
    stageRecordings(replayDir, Date.now());
    server = await startServer({ prices: { replayDir }, folder });
  });
  test.afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  for (const { code, what, mark, banner } of CASES) {
    test(`a market that ${what} is marked and takes no order`, async ({ visit }) => {
      const person = await visit({ url: server.url });
      const { page, t, format } = person;
      const api = await enterAsGuest(person);
      const [day] = await api.resultOf('listMarketDays', { query: { code: [code] } });
      // Outside the exchange's own hours it says when it opens, as soon as the list has learned it.
      const opensAt = code === CLOSED_CODE ? day!.opensAt : null;
      const expected = opensAt === null ? t(mark) : t('market:status.opens', { time: format.weekdayTime(opensAt) });
      await open(person, '/market');
      await page.getByRole('searchbox').fill(code);
      const row = page.locator(`a[href*="code=${code}&"]`);
      await expect(row.getByText(expected)).toBeVisible();

      await openMarket(person, code);
      await expect(page.getByRole('main').getByText(expected, { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: t(banner) })).toBeVisible();
      const sells = page.locator('form button[type=submit]');
      // In place of what sells, a closed market says when it opens.
      if (code === CLOSED_CODE) await expect(sells).toHaveCount(0);
      else await expect(sells).toBeDisabled();
      const body = { code, direction: 'up', amount: '10', periodId: 30 } as const;
      const answer = await api.call('buyOption', { body });
      expect(answer).toMatchObject({ code: NOT_IN_TRADING_TIME, message: t('errors:10015') });
    });
  }
});

test('the page reports that the server is gone, and recovers by itself when it is back', async ({ visit }) => {
  const folder = makeFolder();
  let server = await startServer({ folder });
  const person = await visit({ url: server.url });
  const { page, t } = person;
  // Which one depends on what was in flight when the server died.
  person.expectInConsole(/net::ERR_|WebSocket connection to .* failed/);
  await enterAsGuest(person);
  await openMarket(person, 'BTCUSDT');
  const id = await buyOption(person, { code: 'BTCUSDT', direction: 'up', stake: '20', seconds: 3600 });
  // Entered: an order that still waits for its entry is rightly void after an outage.
  await expect(page.getByRole('timer')).toHaveCount(1);
  // The page must not reload: this attribute stays.
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', 'yes'));
  await server.kill();
  const notice = page.getByRole('status').filter({ hasText: t('common:state.reconnecting') });
  await expect(notice).toBeVisible();
  server = await startServer({ folder, port: server.port });
  await expect(notice).toBeHidden();
  await server.market.set('BTCUSDT', '97000.00', '97000.00');
  await expect(headPrice(person)).toHaveText(person.format.price('97000.00', 2));
  await expect(page.locator('html[data-same-page=yes]')).toHaveCount(1);
  await expect(page.getByRole('timer')).toHaveCount(1);

  // Acknowledged before the kill, so it exists exactly once.
  const api = await apiOfPage(person);
  const { items } = await api.resultOf('listOptionOrders');
  expect(items.map((order) => order.id)).toEqual([id]);
  // A page that loses its server complains in the console.
  await person.context.close();
  await server.stop();
  folder.remove();
});
