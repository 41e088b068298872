/**
 * One person and two operators, each in a browser of their own, on a server that watches a local
 * chain: identity with a camera, a deposit that the watcher finds, a trade, a withdrawal that takes
 * two operators, paid by hash and confirmed by the chain; and what the ledger says of all of it.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { newName, PASSWORD, registerByEmail } from '../support/accounts.ts';
import { CHILD_ENV } from '../support/child-env.ts';
import { changeDatabase } from '../support/database.ts';
import { writeReason } from '../support/decision.ts';
import { apiOfPage, convertCoins } from '../support/guest.ts';
import { field, sendBasic, sendFull, WITH_FAKE_CAMERA } from '../support/identity.ts';
import { CONFIRMATIONS, type LocalChain, startLocalChain } from '../support/local-chain.ts';
import { confirmWhenAsked, enrolByLink } from '../support/operator.ts';
import { mailedCode } from '../support/outbox.ts';
import { button, dialog, navigate, open, type Person } from '../support/person.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

test.use({ launchOptions: WITH_FAKE_CAMERA });

const ROOT = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const OPERATOR_PASSWORD = 'night-shift-in-a-glass-9';
const WITHDRAWAL_PASSWORD = 'only-for-going-out-7';
/** A wallet of the person's own, outside. */
const OUTSIDE = '0x52908400098527886E0F7030069857D2E4169EE7';

let chain: LocalChain;
let server: RunningServer;
test.beforeAll(async () => {
  chain = await startLocalChain();
  server = await startServer({ env: chain.env });
});
test.afterAll(async () => {
  await server?.stop();
  await chain?.stop();
});

async function command(...args: readonly string[]): Promise<string> {
  // With the server's settings: published addresses are derived again from its keys.
  const env = { ...CHILD_ENV, ...chain.env, DATA_DIR: server.dataDir };
  const { stdout } = await run(process.execPath, [join(ROOT, 'tools/src/glasshouse.ts'), ...args], { env });
  return stdout;
}

/** As the person who runs the server does: a link from the command line, opened by the operator. */
async function enrol(operator: Person, name: string): Promise<void> {
  operator.expectInConsole(/401 \(Unauthorized\)/);
  const link = /https?:\S+\/operator\/link#\S+/.exec(await command('operator', 'add', name))?.[0];
  await confirmWhenAsked(operator, await enrolByLink(operator, link ?? '', OPERATOR_PASSWORD));
}

/** The first item of a queue, opened. */
async function openFirst(operator: Person, path: string, name: RegExp): Promise<void> {
  const { page } = operator;
  await page.goto(`/operator/${path}`);
  await page.getByRole('main').getByRole('button', { name }).first().click();
}

/** Presses the key for "approve", and sends the decision with the given words on its button. */
async function approve(operator: Person, action: string | RegExp): Promise<void> {
  const { page } = operator;
  await page.getByRole('main').getByRole('button', { name: action }).first().click();
  await writeReason(operator);
  await page.getByRole('dialog').getByRole('button', { name: action }).last().click();
}

test('from signing up to money in a wallet of one’s own', async ({ visit }) => {
  const anna = await visit({ url: server.url });
  const olga = await visit({ url: server.url });
  const otto = await visit({ url: server.url });
  const petra = await visit({ url: server.url });
  const { page, t } = anna;
  const email = `${newName()}@example.com`;
  await registerByEmail(anna, email, server);
  await enrol(olga, 'olga');
  await enrol(otto, 'otto');
  await enrol(petra, 'petra');

  await test.step('the demo account cannot do any of it, and says what can', async () => {
    for (const path of ['/profile/balance', '/profile/balance2']) {
      await open(anna, path);
      await expect(page.getByText(t('wallet:gate.demo'))).toBeVisible();
    }
  });

  await test.step('identity: basic, then full with a camera, each verified by an operator', async () => {
    await sendBasic(anna);
    await openFirst(olga, 'kyc', new RegExp(t('console:kyc.level.basic')));
    await expect(olga.page.getByText('Anna Lindqvist')).toBeVisible();
    await approve(olga, t('console:kyc.verify'));
    await expect(page.getByText(t('kyc:passed.basic'))).toBeVisible();
    await sendFull(anna);
    await openFirst(otto, 'kyc', new RegExp(t('console:kyc.level.full')));
    await expect(otto.page.getByRole('img').first()).toBeVisible();
    await approve(otto, t('console:kyc.verify'));
    await expect(page.getByText(t('kyc:passed.full'))).toBeVisible();
  });

  await test.step('a deposit is found on the chain, confirmed, and credited after a review', async () => {
    await navigate(anna, '/profile/balance');
    await page
      .getByRole('main')
      .getByRole('button', { name: t('shell:book.toReal') })
      .click();
    await dialog(anna)
      .getByRole('button', { name: t('shell:book.toReal') })
      .click();
    await expectToast(anna, t('shell:book.switchedReal'));
    await page.getByRole('radio', { name: /ERC20/ }).check();
    const address = /0x[0-9a-fA-F]{40}/.exec(await addressShown(anna))?.[0];
    expect(address).toBeDefined();
    await chain.sendToken(address ?? '', 15_000);
    await chain.mine();
    const counted = { count: '0', needed: String(CONFIRMATIONS) };
    await expect(page.getByText(t('wallet:deposit.counted', counted)).first()).toBeVisible();
    await chain.mine(CONFIRMATIONS);
    await expect(page.getByText(t('wallet:deposit.state.reviewing'))).toBeVisible();
    await openFirst(olga, 'deposits', /15,000/);
    await approve(olga, new RegExp(`^${t('console:deposits.credit')}`));
    await expect(page.getByText(t('wallet:deposit.state.approved'), { exact: true })).toBeVisible();
  });

  const api = await apiOfPage(anna, 'YES');
  await test.step('a trade on the real account', async () => {
    const { received } = await convertCoins(api, { from: 'USDT', to: 'BTC', amount: '1000' });
    expect(Number(received)).toBeGreaterThan(0);
  });

  await test.step('a withdrawal takes two operators', async () => {
    // Confirmed by mail, a first withdrawal password stops nothing.
    await api.resultOf('sendCode', { body: { account: email, type: 'withdraw' } });
    const code = await mailedCode(server, email);
    await api.resultOf('setWithdrawalPassword', {
      body: { newPassword: WITHDRAWAL_PASSWORD, password: PASSWORD, code },
    });
    // The next one would have to wait for a minute.
    const sooner = `update verification_codes set created_at = created_at - interval '2 minutes' where account = $1`;
    await changeDatabase(server, sooner, [email]);
    await open(anna, '/profile/balance2');
    await page.getByRole('radio', { name: /ERC20/ }).check();
    await field(anna, t('wallet:withdraw.address')).fill(OUTSIDE);
    await field(anna, t('wallet:withdraw.amount')).fill('12000');
    await field(anna, t('wallet:withdraw.password')).fill(WITHDRAWAL_PASSWORD);
    await button(anna, t('account:register.sendCode')).click();
    await expectToast(anna, t('account:register.codeSent'));
    await field(anna, t('account:field.code')).fill(await mailedCode(server, email));
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Withdraw 12,000/ })
      .click();
    await dialog(anna)
      .getByRole('button', { name: /^Withdraw/ })
      .last()
      .click();
    await expectToast(anna, t('wallet:withdraw.done'));

    await openFirst(olga, 'withdrawals', /12,000/);
    await expect(olga.page.getByText(t('console:risk.flag.firstUse'))).toBeVisible();
    await approve(olga, /^Approve/);
    await expect(olga.page.getByText(t('console:withdrawals.waitsSecond')).first()).toBeVisible();
    // Whoever asked cannot be the second person.
    await openFirst(olga, 'requests', /withdrawal/i);
    await expect(olga.page.getByText(t('console:requests.ownText'))).toBeVisible();
    await openFirst(otto, 'requests', /withdrawal/i);
    // The case is linked by its name in the operator's language.
    const caseName = new RegExp(`^${t('records:subjectName.withdrawal', { id: '\\d+' })}$`);
    await expect(otto.page.getByRole('link', { name: caseName })).toBeVisible();
    await approve(otto, t('console:requests.approve'));
    await expect(page.getByText(t('wallet:withdraw.state.approved'), { exact: true }).first()).toBeVisible();
  });

  await test.step('it is paid by a third person, named by its hash, and confirmed by the chain', async () => {
    // Who approved it cannot pay it.
    await petra.page.goto('/operator/payouts');
    await petra.page.getByRole('main').getByRole('checkbox').first().check();
    await petra.page.getByRole('button', { name: t('console:payouts.make', { count: 1 }) }).click();
    await writeReason(petra);
    await petra.page
      .getByRole('dialog')
      .getByRole('button', { name: t('console:payouts.make', { count: 1 }) })
      .click();
    await expect(petra.page.getByText(/11,976/).first()).toBeVisible();
    await petra.page.getByRole('link', { name: /^Batch \d+$/ }).click();
    // The file is numbered, and asks for each payment once.
    const format = t('console:payouts.format.csv');
    await petra.page.getByRole('main').getByRole('button', { name: format }).click();
    await writeReason(petra);
    const download = petra.page.waitForEvent('download');
    await petra.page.getByRole('dialog').getByRole('button', { name: format }).click();
    expect((await download).suggestedFilename()).toMatch(/^payouts-\d+-1\.csv$/);
    await expect(petra.page.getByText(t('records:payments.valid'))).toBeVisible();
    await expect(petra.page.getByRole('main').getByRole('button', { name: format })).toHaveCount(0);
    const hash = await chain.sendToken(OUTSIDE, 11_976);
    const markSent = t('console:payouts.markSent');
    await petra.page.getByRole('main').getByRole('button', { name: markSent }).click();
    await petra.page.getByRole('dialog').getByLabel(t('console:deposits.hash')).fill(hash);
    await writeReason(petra);
    await petra.page.getByRole('dialog').getByRole('button', { name: markSent }).click();
    await expect(petra.page.getByText(t('console:payouts.marked'))).toBeVisible();
    await chain.mine();
    await expect(page.getByText(t('wallet:withdraw.state.sent'), { exact: true }).first()).toBeVisible();
    await chain.mine(CONFIRMATIONS);
    await expect(page.getByText(t('wallet:withdraw.state.confirmed'), { exact: true }).first()).toBeVisible();
  });

  await test.step('every coin is explained by ledger lines, and the log by itself', async () => {
    const { items } = await api.resultOf('listStatement', { query: { limit: 200, asset: 'USDT' } });
    const reasons = [...new Set(items.map(({ reason }) => reason))].sort();
    expect(reasons).toEqual([
      'convert.give',
      'convert.hold',
      'deposit.credit',
      'withdrawal.fee',
      'withdrawal.hold',
      'withdrawal.sent',
    ]);
    const views = await api.resultOf('listDataViews', { query: {} });
    expect(views.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['identity', 'documents']));
    expect(await command('verify')).toMatch(/no difference/i);
  });
});

/** The address as its groups show it. */
async function addressShown({ page }: Person): Promise<string> {
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  const text = ((await page.getByRole('main').textContent()) ?? '').replace(/\s+/g, '');
  return text;
}
