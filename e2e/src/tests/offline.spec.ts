import { enterAsGuest } from '../support/guest.ts';
import { startReleaseProxy } from '../support/next-release.ts';
import { button, dialog, open, type Person, settled, textOf } from '../support/person.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** A separate server: it is stopped. */
let server: RunningServer;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  // The list of a phone asks for all of it only where it is longer than its first request.
  server = await startServer({ env: { INSTRUMENTS: 'all' } });
});
test.afterAll(async () => {
  await server.stop();
});

/** The list draws what is in view; on a phone it begins below the first screen. */
const showRows = (person: Person): Promise<void> =>
  rowsOf(person)
    .first()
    .evaluate((row) => row.scrollIntoView({ block: 'start' }));

/** Of the list alone: what a member sees above it comes and goes. */
const rowsOf = ({ page }: Person) => page.locator('main [role=grid] a[href*="cruuency"]');
/** Which one depends on what was in flight when the network went. */
const OFFLINE = /net::ERR_|WebSocket connection to .* failed/;

/** Waits until the worker controls the page and has cached the shell and what the page used. */
async function waitForShell({ page }: Person): Promise<void> {
  const isCached = () =>
    page.evaluate(async () => {
      const shell = (await caches.keys()).find((name) => name.startsWith('shell-'));
      if (navigator.serviceWorker.controller === null || shell === undefined) return false;
      const page = await (await caches.open(shell)).match('/?shell');
      const prices = await (await caches.open('prices')).match('/last-prices/2');
      const words = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/(common|shell)-/.test(name));
      const cached = await Promise.all(words.map(({ name }) => caches.match(name)));
      return page !== undefined && prices !== undefined && 0 < cached.length && !cached.includes(undefined);
    });
  await expect.poll(isCached).toBe(true);
}

/** How long the worker waits for the network before it serves the cached shell. */
const NETWORK_TIMEOUT_MS = 4_000;
const LOADS_MAX = 10;

/** The next load has the release; if not, the worker must have waited for the network in vain. */
async function reloadUntilFresh({ page }: Person): Promise<void> {
  for (let loads = 0; loads < LOADS_MAX; loads += 1) {
    await page.reload();
    const { release, waitedMs } = await page.evaluate(() => {
      const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const waitedMs = load === undefined ? 0 : load.responseStart - load.startTime;
      return { release: document.documentElement.dataset.release, waitedMs };
    });
    if (release === 'new') return;
    expect(waitedMs).toBeGreaterThanOrEqual(NETWORK_TIMEOUT_MS);
  }
  throw new Error('the machine is too slow to load a page from its own server');
}

test('offline, the app opens with the last prices, marked as stale', async ({ visit }) => {
  const person = await visit({ layout: 'phone', language: 'ar', url: server.url });
  const { page, context, t } = person;
  person.expectInConsole(OFFLINE);
  await enterAsGuest(person);
  await open(person, '/market');
  await showRows(person);
  await expect(rowsOf(person).nth(5)).toBeVisible();
  await waitForShell(person);
  const name = await textOf(rowsOf(person).nth(5).locator('bdi').first());

  await context.setOffline(true);
  await page.reload();
  // Recent Chromium reports navigator.onLine after a reload under emulation: then the app
  // reconnects.
  const lost = page.getByRole('status').filter({ hasText: t('common:state.offlineHint') });
  await expect(lost).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await showRows(person);
  await expect(rowsOf(person).filter({ hasText: name }).first()).toBeVisible();
  await expect(page.getByText(t('market:status.stale')).first()).toBeVisible();
  // Nobody is logged out.
  await page.goto('/');
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();

  await context.setOffline(false);
  await expect(lost).toBeHidden();
  await expect(page.getByText(t('market:status.stale'))).toHaveCount(0);
});

for (const worker of [true, false]) {
  test(`offline, what is opened for the first time waits in its place: ${worker ? 'with' : 'without'} a worker`, async ({
    visit,
  }) => {
    const person = await visit({ url: server.url });
    const { page, context, t } = person;
    person.expectInConsole(OFFLINE);
    if (!worker) {
      await context.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
    }
    await enterAsGuest(person);
    await open(person, '/cruuency?code=BTCUSDT&product=contracts');
    await settled(person);
    if (worker) await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.locator('summary').getByText(t('trade:ticket.details'), { exact: true }).click();
    await page.getByLabel(t('contracts:lots'), { exact: true }).fill('2');
    await page.getByLabel(t('contracts:lots'), { exact: true }).blur();
    const margin = page.locator(`button[data-derived][aria-description="${t('contracts:margin')}"]`);
    await expect(margin).toBeVisible();

    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: t('common:state.offlineHint') })).toBeVisible();
    await margin.click();
    const reason = page.getByRole('dialog', { name: t('contracts:margin') });
    await expect(reason).toHaveText(t('common:state.offline'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await button(person, `${t('common:book.demoAccount')}. ${t('shell:book.switch')}`).click();
    await expect(dialog(person)).toContainText(t('common:state.offline'));
    await dialog(person)
      .getByRole('button', { name: t('common:action.close') })
      .click();
    await button(person, t('alerts:open', { market: 'BTC/USDT' })).click();
    await expect(dialog(person)).toBeVisible();
    await expect(page.getByRole('main')).toContainText('BTC/USDT');

    await context.setOffline(false);
    await expect(dialog(person).getByRole('button', { name: t('alerts:add') })).toBeVisible();
    await dialog(person)
      .getByRole('button', { name: t('common:action.close') })
      .click();
    await expect(page.locator('[data-xray]')).toHaveCount(1);
    await margin.click();
    await expect(reason.locator('[data-total]')).toBeVisible();
    await page.keyboard.press('x');
    await button(person, `${t('common:book.demoAccount')}. ${t('shell:book.switch')}`).click();
    await expect(dialog(person)).toContainText(t('shell:book.confirmRealTitle'));
  });
}

test('nothing private is cached', async ({ visit }) => {
  const person = await visit({ url: server.url });
  const { page } = person;
  await enterAsGuest(person);
  await open(person, '/');
  await waitForShell(person);
  for (const path of ['/zjxq', '/profile', '/cruuency?code=BTCUSDT']) {
    await open(person, path);
    await page.waitForLoadState('networkidle').catch(() => undefined);
  }
  const paths = await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    }
    return addresses;
  });
  expect(paths).toContain('/');
  expect(paths.filter((path) => path.startsWith('/swx'))).toEqual([]);
  expect(
    paths.filter(
      (path) => !/^\/(assets|logos|last-prices)\/|^\/(boot\.js|icon[\w.-]*|manifest\.webmanifest)?$/.test(path),
    ),
  ).toEqual([]);
});

test('the app is installable: manifest, icons, service worker', async ({ visit }) => {
  const person = await visit({ url: server.url });
  const { page, context } = person;
  await open(person, '/');
  await waitForShell(person);
  const session = await context.newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toContain('/manifest.webmanifest');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Test windows are private ones, which cannot install apps; there is no other error.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('a new release arrives with the next load, and works offline', async ({ visit }) => {
  const proxy = await startReleaseProxy(server.url);
  const person = await visit({ url: proxy.url });
  const { page, context } = person;
  person.expectInConsole(OFFLINE);
  const fresh = page.locator('html[data-release=new]');
  await open(person, '/');
  await waitForShell(person);
  await page.reload();
  await expect(fresh).toHaveCount(0);

  proxy.release();
  await reloadUntilFresh(person);
  // The new worker takes over at once; the previous shell stays for tabs that still run it.
  const shells = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')));
  await expect.poll(shells).toHaveLength(2);
  await expect.poll(async () => (await shells()).at(-1)).toBe('shell-0123456789ab');
  const isActive = () =>
    page.evaluate(async () => {
      // A shell is cached whole or not at all, but its name exists first.
      const cached = await (await caches.open('shell-0123456789ab')).match('/?shell');
      const registration = await navigator.serviceWorker.getRegistration();
      if (registration?.installing !== null || registration.waiting !== null) return false;
      // A file that did not arrive ended the installation; the next load would begin it anew.
      if (cached === undefined) await registration.update();
      return cached !== undefined;
    });
  // The whole shell is loaded again: on a busy machine, after everything that a page asks for.
  await expect.poll(isActive, { timeout: 400_000 }).toBe(true);
  await proxy.stop();
  await context.setOffline(true);
  await page.reload();
  await expect(fresh).toHaveCount(1);
});
