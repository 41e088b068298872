/**
 * An operator who owns server, database and keys shows another history. Each person's browser kept
 * what it was told, and says so to those whom it concerns.
 */
import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contradictionsIn, statementsIn } from '@glasshouse/rules/proofs/anchor';
import { enterAsGuest } from '../support/guest.ts';
import { button, open, type Person } from '../support/person.ts';
import { rewriteLog } from '../support/rewrite-log.ts';
import { makeFolder, type RunningServer, type ServerFolder, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { buyOption, openMarket } from '../support/trading.ts';

let folder: ServerFolder;
let server: RunningServer | undefined;
test.beforeEach(async () => {
  folder = makeFolder();
  server = await startServer({ folder });
});
test.afterEach(async () => {
  await server?.stop();
  folder.remove();
});

/** The pages stay open, and reconnect by themselves. */
async function whileStopped(work: (dataDir: string) => void | Promise<void>) {
  const { port, stop } = server as RunningServer;
  await stop();
  await work(folder.dataDir);
  server = await startServer({ folder, port });
}

const trade = async (person: Person): Promise<number> => {
  await openMarket(person, 'BTCUSDT');
  return buyOption(person, { code: 'BTCUSDT', direction: 'up', stake: '20', seconds: 3600 });
};

const warning = ({ page, t }: Person) =>
  page.getByRole('listitem').filter({ hasText: t('trade:receipt.historyChanged') });

/** The newest entry of the log that this browser was told of: it keeps it soon after the answer. */
async function newestHead({ page }: Person): Promise<{ seq: number; hash: string }> {
  const stored = await page.waitForFunction(() =>
    JSON.parse(localStorage.getItem('glasshouse.logHeads') ?? '[]').at(-1),
  );
  return stored.jsonValue();
}

/** What a browser says of a server that is gone. */
const STOPPED = /net::ERR_|WebSocket connection to .* failed|503|502/;

test('an older copy of everything is told to who traded since, and to nobody else', async ({ visit }) => {
  const url = (server as RunningServer).url;
  const early = await visit({ url });
  const newcomer = await visit({ url, layout: 'phone', language: 'ar' });
  for (const person of [early, newcomer]) {
    person.expectInConsole(STOPPED);
    await enterAsGuest(person);
  }
  await trade(early);
  await whileStopped((dataDir) => {
    // With its owners: the database's files belong to an account of their own.
    execFileSync('cp', ['-a', dataDir, join(folder.path, 'older')]);
  });
  await trade(newcomer);
  const head = await newestHead(newcomer);
  await whileStopped((dataDir) => {
    renameSync(dataDir, join(folder.path, 'newer'));
    renameSync(join(folder.path, 'older'), dataDir);
  });
  // The log goes on, for whom it still holds what they were told.
  await trade(early);
  const { page, t } = newcomer;
  await open(newcomer, '/market');
  await expect(warning(newcomer)).toBeVisible();
  await expect(warning(newcomer)).toContainText(head.hash.slice(0, 12));
  // On every page, and again with the next visit.
  await open(newcomer, '/');
  await expect(warning(newcomer)).toBeVisible();
  // What was kept shows two histories to whoever compares it.
  const download = page.waitForEvent('download');
  await button(newcomer, t('trade:receipt.saveHistory')).click();
  const file: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(statementsIn(file, 'file').statements.map(({ log }) => log)).toContainEqual(head);
  await expect(warning(early)).toHaveCount(0);
});

test('a log that was rewritten, with a chain that fits again, is told with both hashes', async ({ visit }) => {
  const person = await visit({ url: (server as RunningServer).url });
  person.expectInConsole(STOPPED);
  await enterAsGuest(person);
  await trade(person);
  const head = await newestHead(person);
  const rewritten = (text: string): string =>
    text.replace(/"at":(\d+)/, (_all, at: string) => `"at":${Number(at) + 1}`);
  await whileStopped((dataDir) => rewriteLog(dataDir, head.seq, rewritten));
  const { page } = person;
  await open(person, '/market');
  await expect(warning(person)).toBeVisible();
  await expect(warning(person)).toContainText(head.hash.slice(0, 12));
  // Two hashes of one entry contradict each other by themselves.
  const contradiction = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('glasshouse.historyChanged') ?? 'null'),
  );
  expect(contradictionsIn(statementsIn(contradiction, 'file').statements)).toHaveLength(1);
});
