import { join } from 'node:path';
import { apiOfPage, enterAsGuest } from '../support/guest.ts';
import { headPrice, open, type Person, textOf } from '../support/person.ts';
import { makeDataDir, type RunningServer, removeDataDir, startServer } from '../support/server.ts';
import { CLOSED_CODE, SILENT_CODE, stageRecordings } from '../support/staged-recordings.ts';
import { expect, test } from '../support/test.ts';
import { buyOption, openMarket } from '../support/trading.ts';

/** A separate server: it is killed, and two of its markets are staged. */
let server: RunningServer;
let folder: string;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = makeDataDir();
  const replayDir = join(folder, 'recordings');
  stageRecordings(replayDir, Date.now());
  server = await startServer({ replayDir, dataDir: join(folder, 'data') });
});
test.afterAll(async () => {
  await server.stop();
  removeDataDir(folder);
});

const NOT_IN_TRADING_TIME = 10015;
const CASES = [
  { code: CLOSED_CODE, what: 'is closed', mark: 'market:status.closed', banner: 'trade:options.closedNow' },
  { code: SILENT_CODE, what: 'has no ticks', mark: 'market:status.stale', banner: 'trade:options.stale' },
] as const;

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

test('the page reports that the server is gone, and recovers by itself when it is back', async ({ visit }) => {
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
  server = await startServer({ replayDir: join(folder, 'recordings'), dataDir: server.dataDir, port: server.port });
  await expect(notice).toBeHidden();
  await expectToMove(person);
  await expect(page.locator('html[data-same-page=yes]')).toHaveCount(1);
  await expect(page.getByRole('timer')).toHaveCount(1);

  // Acknowledged before the kill, so it exists exactly once.
  const api = await apiOfPage(person);
  const { items } = await api.resultOf('listOptionOrders');
  expect(items.map((order) => order.id)).toEqual([id]);
});

async function expectToMove(person: Person): Promise<void> {
  const price = headPrice(person);
  const before = await textOf(price);
  await expect.poll(() => textOf(price)).not.toBe(before);
}
