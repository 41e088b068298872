/**
 * Changes of what protects an account at random, in any order and confirmed by anything, against a
 * model of how long withdrawals wait for them: nobody moves money by what is not a day old. A core
 * that forgets a part of the rule must be found.
 */
import { accessOf } from '@glasshouse/server/authority/access/slice';
import type { Command, CoreModule, CoreState } from '@glasshouse/server/kernel/core/types';
import { CoreFixture } from '@glasshouse/server/kernel/testing/core-fixture';
import { MemoryStore } from '@glasshouse/server/kernel/testing/memory-store';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { describe, expect, test } from 'vitest';
import { withHandler, withModule, withRows } from './mutants/with-module.ts';
import { Random } from './random.ts';
import { type ModelChange, type ModelStep, WithdrawalWaitsModel } from './reference/withdrawal-waits.ts';

const BLOCKED = 11046;
const DAY_MS = 86_400_000;
const USERS = [7, 8, 9];
const STEPS = 900;
const CHANGES: readonly ModelChange[] = [
  'password',
  'firstPassword',
  'email',
  'firstEmail',
  'app',
  'noApp',
  'moneyPassword',
  'passkey',
  'noPasskey',
] as readonly ModelChange[];

/** What each change writes; `n` makes every digest another one. */
function recordOf(user: number, change: ModelChange, n: number, digestsByRow: Map<string, Record<string, string>>) {
  const digest = n.toString(16).padStart(32, '0');
  const record = (tbl: string, digests: Record<string, string> | null) => ({
    tbl,
    row_key: String(user),
    owner_kind: 'user',
    owner: user,
    digests,
  });
  const users = digestsByRow.get(`users ${user}`) ?? {};
  switch (change) {
    case 'password':
    case 'firstPassword':
      return record('users', { ...users, password_hash: digest });
    case 'email':
    case 'firstEmail':
      return record('users', { ...users, email: digest });
    case 'app':
      return record('customer_totp', { fingerprint: digest });
    case 'noApp':
      return record('customer_totp', null);
    case 'moneyPassword':
      return record('withdrawal_passwords', { password_hash: digest });
    case 'passkey':
      return record('customer_passkeys', { public_key: digest });
    case 'noPasskey':
      return record('customer_passkeys', null);
  }
}

async function play(seed: number, modules: readonly CoreModule[]): Promise<string[]> {
  const random = new Random(seed);
  const fixture = new CoreFixture(new MemoryStore(modules), {}, modules);
  await fixture.harness.start();
  for (const user of USERS) await fixture.harness.open(user);
  await fixture.harness.tick(10_000_000);
  const model = new WithdrawalWaitsModel(DAY_MS);
  const digestsByRow = new Map<string, Record<string, string>>();
  const findings: string[] = [];
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next() * items.length)] as Item;
  const session = (user: number) => user.toString(16).padStart(32, 'a');
  await fixture.harness.internal('sessions.adopt', { sessions: [], last: true }, 'adopt sessions');
  await fixture.harness.internal('credentials.adopt', { records: [], last: true }, 'adopt credentials');
  for (const user of USERS) {
    const body = { digest: session(user), kind: 'user', owner: user, until: fixture.harness.now + 5_000 * DAY_MS };
    await fixture.harness.submit(user, 'session.open', body, `open ${user}`);
  }
  const submit = (user: number, type: string, body: object, key: string) =>
    fixture.harness.sequencer.submit({
      ...fixture.harness.input(user, type, body as never, key),
      book: 'real',
      session: session(user),
    });
  for (const user of USERS) {
    const digests = { email: 'e'.repeat(32), password_hash: 'f'.repeat(32) };
    digestsByRow.set(`users ${user}`, digests);
    const first = { tbl: 'users', row_key: String(user), owner_kind: 'user', owner: user, digests };
    await submit(user, 'credential.record', { records: [first] }, `first ${user}`);
  }
  for (let step = 0; step < STEPS; step += 1) {
    const { harness } = fixture;
    harness.now += Math.floor(random.next() * (random.next() < 0.1 ? DAY_MS : DAY_MS / 15));
    const at = harness.now;
    const user = pick(USERS);
    if (random.next() < 0.03) await fixture.restart();
    else if (random.next() < 0.2) {
      const change = pick(CHANGES);
      const confirmedBy = pick<ModelStep>(['email', 'totp', null]);
      const record = recordOf(user, change, step + 1, digestsByRow);
      const isFirst = change.startsWith('first');
      const kind = change === 'firstPassword' ? 'password' : change;
      const factorChange = { kind, blocks: false, isFirst, confirmedBy };
      const { code } = await submit(
        user,
        'credential.record',
        { records: [record], change: factorChange },
        `step ${step}`,
      );
      if (code !== 200) findings.push(`step ${step}: ${change} was answered ${code}`);
      if (record.tbl === 'users' && record.digests !== null) digestsByRow.set(`users ${user}`, record.digests);
      model.changed(user, change, { step: confirmedBy, at });
    } else {
      const by = pick<'email' | 'totp'>(['email', 'totp']);
      const type = pick(['withdrawals.request', 'withdrawals.request', 'withdrawals.lock']);
      const body =
        type === 'withdrawals.lock'
          ? { locked: false }
          : {
              method: 'crypto',
              asset: 'USDT',
              network: 'ERC20',
              amount: '1',
              details: null,
              confirmedWith: by,
              address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
            };
      const { code } = await submit(user, type, body, `step ${step}`);
      const may = model.mayWithdraw(user, type === 'withdrawals.lock' ? 'email' : by, at);
      if (may === (code === BLOCKED)) findings.push(`step ${step}: ${type} by ${by} was answered ${code}`);
    }
  }
  return findings;
}

const SEEDS = Array.from({ length: 6 }, (_, index) => index + 1);

test.each(SEEDS)('the core and the model agree: seed %i', async (seed) => {
  expect(await play(seed, MODULES)).toEqual([]);
});

type Mutant = readonly [name: string, change: (modules: readonly CoreModule[]) => readonly CoreModule[]];
const MUTANTS: readonly Mutant[] = [
  [
    'a core that does not make a first app wait',
    withHandler('credential.record', (original) => (state: CoreState, command: Command) => {
      const outcome = original(state, command);
      if (!outcome.ok) return outcome;
      const isApp = outcome.rows.some(({ row }) => (row as { kind?: string }).kind === 'totpAdded');
      return isApp ? { ...outcome, rows: outcome.rows.filter(({ table }) => table !== 'withdrawal_waits') } : outcome;
    }),
  ],
  [
    'a core that takes any step for a confirmation',
    withHandler('credential.record', (original) => (state: CoreState, command: Command) => {
      const outcome = original(state, command);
      const { change } = command.body as { change?: { confirmedBy: unknown } };
      if (!outcome.ok || change?.confirmedBy == null) return outcome;
      return { ...outcome, rows: outcome.rows.filter(({ table }) => table !== 'withdrawal_waits') };
    }),
  ],
  [
    'a core that lets a new app confirm a withdrawal',
    withModule('access', (original) => ({
      ...original,
      admits: (state, command) => {
        const until = accessOf(state).waits.get(command.userId)?.until ?? 0;
        const refusal = original.admits?.(state, command);
        return refusal?.code === BLOCKED && until <= command.at ? undefined : refusal;
      },
    })),
  ],
  [
    'a core that takes a new address for an old one',
    withRows('access', (change) =>
      change.table === 'withdrawal_waits' ? { ...change, row: { ...change.row, email_at: null } } : change,
    ),
  ],
  [
    'a core that shortens the wait after a removal',
    withHandler('credential.record', (original) => (state: CoreState, command: Command) => {
      const outcome = original(state, command);
      if (!outcome.ok) return outcome;
      const isKept = ({ row }: (typeof outcome.rows)[number]) => (row as { kind?: string }).kind !== 'passkeyRemoved';
      return { ...outcome, rows: outcome.rows.filter(isKept) };
    }),
  ],
];

describe('the model finds', () => {
  test.each(MUTANTS)('%s', async (_name, change) => {
    const modules = change(MODULES);
    const found: string[] = [];
    for (const seed of SEEDS) found.push(...(await play(seed, modules)));
    expect(found).not.toEqual([]);
  });
});
