import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalChain } from '@glasshouse/server/chains/testing/local-chain';
import { makeServerLink } from '@glasshouse/server/operator/links';
import { issueCode } from '@glasshouse/server/people/auth/codes';
import { openCodeKey, setCodeKey } from '@glasshouse/server/people/auth/tokens';
import { runningEmbeddedUrl } from '@glasshouse/server/platform/embedded';
import { openMasterKey } from '@glasshouse/server/platform/master-key';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import { scratchPort } from '@glasshouse/server/platform/scratch-port';
import { verifyAll } from '../audit.ts';
import { ServerProcess } from '../server-process.ts';
import { auditMoney, auditSent, stillWatched } from './audit.ts';
import { accepted, Customer, type Kind, Operator, PASSWORD, SUCCESS, type Wire } from './clients.ts';
import { CREDITED_AT_ONCE, freezeAndRelease, runErrands, type Scene } from './errands.ts';
import { auditProducts } from './product-audit.ts';
import { type Holdings, useProducts } from './product-errands.ts';

const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const CUSTOMERS = 2;
const RETRY_MS = 50;
/** Hang guards only, like the next two. */
const RETRY_LIMIT_MS = 600_000;
/** A person's second factor may be asked for first, and a code lasts half a minute. */
const MOMENT_MS_MAX = 600_000;
const AFTER_MOMENT_MS = 25;
/** The watcher waits longer after each failure in a row. */
const WATCHED_MS_MAX = 600_000;

/** What is under way when the kill comes; the names are those of the step that was just sent. */
const MOMENTS: readonly (Kind | 'transfer')[] = [
  'reviewDeposit',
  'decide',
  'transfer',
  'markSent',
  'reviewWithdrawal',
  'standing',
  'requestWithdrawal',
  'batch',
  'cancelWithdrawal',
  'simulate',
  'buyPlan',
  'exitPlan',
  'buyNft',
  'trade',
  'requestLoan',
  'reviewLoan',
  'repayLoan',
];
/** What a basic check asks for. */
const IDENTITY = {
  firstName: 'Anna',
  lastName: 'Lindqvist',
  sex: 'female',
  birthdate: '1990-05-17',
  country: 'SE',
  address: 'Storgatan 1, 753 10 Uppsala',
  phone: '+46701234567',
  documentType: 'passport',
  documentNumber: 'AB1234567',
} as const;
const TARGETS = ['node', 'both', 'database'] as const;

interface Kill {
  readonly number: number;
  readonly moment: Kind | 'transfer';
  readonly target: (typeof TARGETS)[number];
}

export interface FundingFaults {
  readonly kills: number;
  readonly random: () => number;
  readonly print: (line: string) => void;
}

/** Kills the server while money comes in and goes out; gives passed and failed kills. */
export async function runFundingFaults(
  options: FundingFaults,
): Promise<{ passed: number; failed: number; failures: readonly string[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-funding-faults-'));
  chmodSync(dataDir, 0o755);
  const chain = await LocalChain.start();
  const token = await chain.deployToken('USDT');
  const tokens = { USDT: { contract: token, decimals: 6 } };
  const extra = [{ name: 'ERC20', chainId: chain.chainId, url: chain.url, tokens, blockSeconds: 0.1 }];
  const server = new ServerProcess(dataDir, await scratchPort(), {
    PROFILE: 'sandbox',
    RATE_LIMITS: 'off',
    XPUB_EVM: XPUB,
    WATCH_EXTRA: JSON.stringify(extra),
  });
  const run = new FundingRun(options, { server, chain, token });
  let failed = 0;
  const failures: string[] = [];
  const fail = (what: string, findings: readonly string[]): void => {
    failed += 1;
    failures.push(`${what}:`, ...findings.map((finding) => `  ${finding}`));
    for (const finding of findings) options.print(`  ${finding}`);
  };
  try {
    await run.start();
    // Fewer kills than moments meet other ones with another seed.
    const moments = shuffled(MOMENTS, options.random);
    for (let number = 0; number < options.kills; number += 1) {
      const moment = moments[number % moments.length]!;
      const target = TARGETS[number % TARGETS.length]!;
      const findings = await run.kill({ number, moment, target });
      if (0 < findings.length) fail(`funding kill ${number + 1} (${target} at ${moment})`, findings);
    }
    const missing = run.whatIsMissing();
    if (0 < missing.length) fail('funding load', missing);
  } catch (error) {
    fail('funding', [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  } finally {
    const stopCode = await server.stop();
    if (stopCode !== 0) fail('funding stop', [`the server exited with ${stopCode} on SIGTERM\n${server.logTail()}`]);
    await chain.stop();
  }
  if (failed === 0) rmSync(dataDir, { recursive: true, force: true });
  else options.print(`The data is in ${dataDir}`);
  return { passed: Math.max(0, options.kills + 2 - failed), failed, failures };
}

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

/** The most there is: all are paid at one address, and only the limit of one is to be crossed. */
const AMPLE = '1000000';
const LIMITS = [
  ['deposit.auto_credit_usdt', String(CREDITED_AT_ONCE)],
  // Each week before its day, which it must not be below.
  ['withdrawal.two_person_week_usdt', AMPLE],
  ['withdrawal.two_person_day_usdt', AMPLE],
  ['withdrawal.operator_week_usdt', AMPLE],
  ['withdrawal.operator_day_usdt', AMPLE],
] as const;

class FundingRun {
  readonly #options: FundingFaults;
  readonly #server: ServerProcess;
  readonly #wire: Wire;
  readonly #scene: Omit<Scene, 'first' | 'second' | 'payer'>;
  #operators: readonly [Operator, Operator, Operator] | undefined;
  readonly #customers: { readonly customer: Customer; readonly address: string }[] = [];
  #frozen: Customer | undefined;
  /** Somebody whom the first customer invited, and what they have from the kill before. */
  #friend: { readonly customer: Customer; readonly holdings: Holdings } | undefined;
  #onMoment: (moment: Kind | 'transfer') => void = () => undefined;

  constructor(options: FundingFaults, at: { server: ServerProcess; chain: LocalChain; token: string }) {
    this.#options = options;
    this.#server = at.server;
    this.#wire = { url: at.server.url, sent: [], onSend: (kind) => this.#onMoment(kind) };
    this.#scene = {
      chain: at.chain,
      token: at.token,
      transfers: [],
      left: [],
      findings: [],
      newCode: (email) => this.#code(email, 'withdraw'),
      onTransfer: () => this.#onMoment('transfer'),
    };
  }

  /** People, operators, and the limit below which transfers are credited at once. */
  async start(): Promise<void> {
    this.#server.spawn();
    await this.#server.ready();
    const link = (name: string) =>
      this.#database((pool) => {
        const master = openMasterKey(this.#server.dataDir, undefined);
        return makeServerLink(pool, master, { name, roles: ['owner'], operator: null, now: Date.now() });
      });
    const first = await Operator.enrol(this.#wire, await link('ada'));
    const second = await Operator.enrol(this.#wire, await link('grace'));
    // Who approved a withdrawal may not pay it.
    const payer = await Operator.enrol(this.#wire, await link('petra'));
    this.#operators = [first, second, payer];
    for (const [key, value] of LIMITS) {
      const limit = { value, reason: 'everybody withdraws all day' };
      const requested = await first.command('parameter', `/parameters/${key}`, limit);
      const { request } = accepted(`request for ${key}`, requested) as { request: number };
      const verdict = { verdict: 'approve', reason: 'agreed' };
      const decided = await second.command('decide', `/requests/${request}/decide`, verdict);
      accepted(`approval of ${key}`, decided);
    }
    for (let number = 1; number <= CUSTOMERS; number += 1) {
      const customer = await this.#person(`person${number}@example.com`);
      const body = { symbol: 'USDT', network: 'ERC20' };
      const { address } = (await customer.ask('/user/getAddressBySymbol', body)) as { address: string };
      this.#customers.push({ customer, address });
    }
    this.#frozen = await this.#person('frozen@example.com');
    const inviter = this.#customers[0]!.customer;
    const { code: inviteCode } = (await inviter.ask('/user/getReferrals')) as { code: string };
    const friend = await this.#person('friend@example.com', { inviteCode });
    const { works } = await this.#works();
    this.#friend = { customer: friend, holdings: { works, plan: undefined, loan: undefined } };
    await friend.command('switchPlans', '/order/setSmartTrading', () => ({ enabled: true }));
    // Fees of people whom nobody knows earn nobody anything, and nothing is lent to them.
    for (const customer of [inviter, friend]) await this.#verify(customer);
  }

  async #works(): Promise<{ readonly works: readonly number[] }> {
    return await this.#database(async (pool) => {
      const { rows } = await pool.query<{ id: number }>(
        "select id from nft_listings where state = 'onSale' order by id",
      );
      return { works: rows.map(({ id }) => id) };
    });
  }

  async #verify(customer: Customer): Promise<void> {
    await customer.ask('/user/identification', IDENTITY);
    const id = await this.#database(async (pool) => {
      const { rows } = await pool.query<{ id: number }>('select id from kyc_cases where user_id = $1', [
        customer.userId,
      ]);
      return rows[0]?.id;
    });
    const verdict = { decision: 'verify', reason: 'As the document says.' };
    const verified = await this.#operators![0].command('reviewIdentity', `/kyc/${id}/review`, verdict);
    accepted('identity review', verified);
  }

  async #person(email: string, invited: { readonly inviteCode?: string } = {}): Promise<Customer> {
    const code = await this.#code(email, 'register');
    const customer = await Customer.register(this.#wire, { email, code, ...invited });
    // Confirmed by mail, a first withdrawal password holds nothing back for a day.
    const confirmed = await this.#code(email, 'withdraw');
    const first = { newPassword: `${PASSWORD} too`, password: PASSWORD, code: confirmed };
    await customer.ask('/user/repasswordTx', first);
    return customer;
  }

  /** One kill in the middle of everybody's errands; what was wrong afterwards. */
  async kill({ number, moment, target }: Kill): Promise<readonly string[]> {
    const { random, print } = this.#options;
    const reached = Promise.withResolvers<void>();
    let isReached = false;
    this.#onMoment = (sent) => {
      if (sent !== moment) return;
      isReached = true;
      reached.resolve();
    };
    const [first, second, payer] = this.#operators!;
    const scene: Scene = { ...this.#scene, first, second, payer };
    const errands = Promise.all([
      ...this.#customers.map(({ customer, address }) => runErrands(scene, customer, address)),
      freezeAndRelease(scene, this.#frozen!),
      useProducts(scene, this.#friend!.customer, this.#friend!.holdings),
    ]);
    const failure = errands.then(
      () => undefined,
      (error: unknown) => String(error),
    );
    // Its timer must not hold up the end of the run.
    await Promise.race([reached.promise, sleep(MOMENT_MS_MAX, undefined, { ref: false }), failure]);
    const wasReached = isReached;
    await sleep(random() * AFTER_MOMENT_MS);
    if (target !== 'node') this.#server.killDatabase();
    if (target !== 'database') {
      await this.#server.killNode();
      this.#server.spawn();
    }
    const startedAt = performance.now();
    await sleep(RETRY_MS);
    await this.#server.ready();
    const recoveryMs = Math.round(performance.now() - startedAt);
    const failed = await failure;
    const findings = [...(failed === undefined ? [] : [failed]), ...this.#scene.findings.splice(0)];
    // A kill before or after its moment is still audited, but proves less than it says.
    if (!wasReached) findings.push(`the moment ${moment} did not come`);
    findings.push(...(await this.#audit()));
    const retried = this.#wire.sent.filter((sent) => sent.retried).length;
    print(
      `${String(number + 1).padStart(3)} ${target.padEnd(8)} at ${moment.padEnd(17)} ${findings.length === 0 ? 'ok' : 'FAILED'}, recovered in ${recoveryMs} ms, ${this.#wire.sent.length} commands so far, ${retried} retried`,
    );
    return findings;
  }

  /** A load that is never interrupted, or leaves nothing held, proves nothing. */
  whatIsMissing(): readonly string[] {
    const isCut = this.#wire.sent.some(({ retried, code }) => retried && code === SUCCESS);
    const { plan, loan } = this.#friend?.holdings ?? {};
    return [
      ...(isCut ? [] : ['no command was interrupted']),
      ...(plan !== undefined && loan !== undefined ? [] : ['no plan or no loan was left running']),
      ...(0 < this.#scene.left.length ? [] : ['nothing was held in the end']),
    ];
  }

  async #audit(): Promise<readonly string[]> {
    const { transfers } = this.#scene;
    return await this.#database(async (pool) => {
      const until = performance.now() + WATCHED_MS_MAX;
      while (0 < (await stillWatched(pool, transfers)) && performance.now() < until) await sleep(RETRY_MS * 2);
      const waiting = await stillWatched(pool, transfers);
      return [
        ...(waiting === 0 ? [] : [`${waiting} transfers or payouts were not seen to the end`]),
        ...(await auditSent(pool, this.#wire.sent)),
        ...(await auditMoney(pool, transfers)),
        ...(await auditProducts(pool)),
        ...(await verifyAll(pool)),
      ];
    });
  }

  /** A code in place of the last one, which an attempt without answer may have used up. */
  async #code(email: string, purpose: 'register' | 'withdraw'): Promise<string> {
    return await this.#database(async (pool) => {
      await pool.query('delete from verification_codes where account = $1 and purpose = $2', [email, purpose]);
      setCodeKey(openCodeKey(this.#server.dataDir));
      let code = '';
      await issueCode(pool, { account: email, purpose, now: Date.now() }, (made) => {
        code = made;
        return undefined;
      });
      return code;
    });
  }

  /** The database of the server, once it runs again. */
  async #database<Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    for (;;) {
      const url = runningEmbeddedUrl(this.#server.dataDir);
      const pool = url === undefined ? undefined : createPool(url, { max: 2, name: 'fault audit' });
      try {
        if (pool !== undefined) return await work(pool);
      } catch (error) {
        if (RETRY_LIMIT_MS < performance.now() - startedAt) throw error;
      } finally {
        await pool?.end();
      }
      if (RETRY_LIMIT_MS < performance.now() - startedAt) throw new Error('the database does not run');
      await sleep(RETRY_MS);
    }
  }
}
