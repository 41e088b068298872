/**
 * Sessions at random against a model of them: opened, ended, run out, taken from somebody else and
 * made up, over restarts. A core that forgets to look must be found.
 */
import { accessOf } from '@glasshouse/server/authority/access/slice';
import type { CoreModule } from '@glasshouse/server/kernel/core/types';
import { CoreFixture } from '@glasshouse/server/kernel/testing/core-fixture';
import { MemoryStore } from '@glasshouse/server/kernel/testing/memory-store';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { describe, expect, test } from 'vitest';
import { withModule } from './mutants/with-module.ts';
import { Random } from './random.ts';
import { KnownSessionsModel } from './reference/known-sessions.ts';

const SESSION_EXPIRED = 11014;
const USERS = [7, 8, 9];
const STEPS = 300;

async function play(seed: number, modules: readonly CoreModule[]): Promise<string[]> {
  const random = new Random(seed);
  const fixture = new CoreFixture(new MemoryStore(modules), {}, modules);
  await fixture.harness.start();
  for (const user of USERS) await fixture.harness.open(user);
  await fixture.harness.tick(10_000_000);
  const model = new KnownSessionsModel();
  const findings: string[] = [];
  const digests: string[] = [];
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.next() * items.length)] as Item;
  for (let step = 0; step < STEPS; step += 1) {
    const { harness } = fixture;
    harness.now += Math.floor(random.next() * 60_000);
    const at = harness.now;
    const user = pick(USERS);
    const chance = random.next();
    if (step === 20) {
      await harness.internal('sessions.adopt', { sessions: [], last: true }, 'adopt');
      model.enforced = true;
    } else if (chance < 0.2) {
      const again = random.next() < 0.1 && 0 < digests.length;
      const digest = again ? pick(digests) : step.toString(16).padStart(32, '0');
      const session = { digest, owner: user, until: at + Math.floor(random.next() * 2_000_000) };
      const body = { ...session, kind: 'user' };
      const { code } = await harness.submit(user, 'session.open', body, `open-${step}`);
      if ((code === 200) !== model.opened(session, at)) findings.push(`step ${step}: opening was answered ${code}`);
      digests.push(digest);
    } else if (chance < 0.3 && 0 < digests.length) {
      const digest = pick(digests);
      await harness.submit(0, 'session.close', { digests: [digest] }, `close-${step}`);
      model.closed(digest);
    } else if (chance < 0.33) await fixture.restart();
    else {
      const made = random.next() < 0.1 || digests.length === 0;
      const session = random.next() < 0.1 ? undefined : made ? 'f'.repeat(32) : pick(digests);
      const body = { code: 'BTCUSDT', direction: 'up', amount: '1', periodId: 60 };
      const input = harness.input(user, 'options.buy', body, `step-${step}`);
      const { code } = await harness.sequencer.submit(session === undefined ? input : { ...input, session });
      const isAdmitted = model.admits(session, user, at);
      if (isAdmitted === (code === SESSION_EXPIRED))
        findings.push(`step ${step}: an order of ${user} by ${session} was answered ${code}`);
    }
  }
  if (!accessOf(fixture.harness.sequencer.state).vouched.has('sessions')) findings.push('sessions are not vouched for');
  return findings;
}

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);

test.each(SEEDS)('the core and the model agree: seed %i', async (seed) => {
  expect(await play(seed, MODULES)).toEqual([]);
});

type Mutant = readonly [name: string, change: (original: CoreModule) => CoreModule];
const MUTANTS: readonly Mutant[] = [
  ['a core that forgets to look for the session', ({ admits: _admits, ...rest }) => rest as CoreModule],
  [
    'a core that takes any open session for anybody',
    (original) => ({
      ...original,
      admits: (state, command) =>
        command.session !== undefined && accessOf(state).open.has(command.session)
          ? undefined
          : original.admits?.(state, command),
    }),
  ],
  [
    'a core that forgets the end of a session',
    (original) => ({
      ...original,
      reduce: (slice, change) => {
        if (change.table !== 'known_sessions' || change.row.ended_at === null) original.reduce(slice, change);
      },
    }),
  ],
];

describe('the model finds', () => {
  test.each(MUTANTS)('%s', async (_name, change) => {
    const modules = withModule('access', change)(MODULES);
    const found: string[] = [];
    for (const seed of SEEDS) found.push(...(await play(seed, modules)));
    expect(found).not.toEqual([]);
  });
});
