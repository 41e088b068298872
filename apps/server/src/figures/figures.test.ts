import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson } from '../kernel/core/canonical-json.ts';
import { adoptedOf, RULES_VERSION, rulesOf } from '../kernel/core/rules.ts';
import { CoreFixture } from '../kernel/testing/core-fixture.ts';
import { Replay } from '../kernel/verify/replay.ts';
import { MODULES } from '../runtime/modules.ts';
import { SHIPPED } from './figures.ts';
import { adoption, figureOf } from './in-force.ts';
import { UNLOGGED } from './unlogged.ts';

const NEWER = { ...SHIPPED, 'demo.grant': '5000', 'alerts.activeMax': 7 };

class Fixture extends CoreFixture {
  static async start(): Promise<Fixture> {
    const fixture = new Fixture();
    await fixture.harness.sequencer.start();
    return fixture;
  }

  get state() {
    return this.harness.sequencer.state;
  }

  async adopt(figures = SHIPPED): Promise<void> {
    for (const command of adoption(this.state, figures)) {
      expect((await this.harness.sequencer.submitInternal(command)).code).toBe(200);
    }
  }

  get entries() {
    return [...this.store.log.values()];
  }
}

test('the first start of a release logs its version and all of its figures, and no start after it', async () => {
  const fixture = await Fixture.start();
  await fixture.adopt();
  const [entry] = fixture.entries;
  expect(entry).toMatchObject({ seq: 1, type: 'rules.adopt', body: { version: RULES_VERSION, figures: SHIPPED } });
  expect(fixture.rows('rules_adopted')).toMatchObject([{ edition: 1, adopted_by: 1, adopted_at: entry?.at }]);
  expect(adoption(fixture.state)).toEqual([]);
  await fixture.restart();
  expect(adoption(fixture.state)).toEqual([]);
  expect(adoptedOf(fixture.state)?.edition).toBe(1);
});

test('a restart with changed defaults keeps the old ones until they are logged', async () => {
  const fixture = await Fixture.start();
  await fixture.adopt();
  await fixture.harness.open(1);
  await fixture.restart();
  await fixture.harness.open(2);
  expect(fixture.balance(2, 'USDT', 'available')).toBe(100_000n * 10n ** 8n);
  await fixture.adopt(NEWER);
  await fixture.harness.open(3);
  expect(fixture.balance(3, 'USDT', 'available')).toBe(5_000n * 10n ** 8n);
  expect(fixture.rows<{ edition: number }>('rules_adopted').map(({ edition }) => edition)).toEqual([1, 2]);
  await fixture.restart();
  expect(figureOf(fixture.state, 'alerts.activeMax')).toBe(7);
  expect(fixture.harness.bugs).toEqual([]);
});

test('the log alone makes the same again, whatever the code says meanwhile', async () => {
  const fixture = await Fixture.start();
  await fixture.adopt(NEWER);
  await fixture.harness.open(1);
  const replay = new Replay(MODULES);
  for (const entry of fixture.entries) expect(replay.apply(entry).difference).toBeUndefined();
  expect(replay.state.lastHash).toEqual(fixture.state.lastHash);
});

test('a log that says nothing is decided by what was in the code when logs said nothing', async () => {
  const fixture = await Fixture.start();
  expect(rulesOf(fixture.state)).toBe(1);
  for (const name of Object.keys(UNLOGGED) as (keyof typeof UNLOGGED)[]) {
    expect(figureOf(fixture.state, name)).toEqual(UNLOGGED[name]);
  }
});

// A new figure is added with the value at which it changes nothing, and the digest with it.
test('what was in the code when logs said nothing is never edited', () => {
  expect(createHash('sha256').update(canonicalJson(UNLOGGED)).digest('hex')).toMatchInlineSnapshot(
    `"9d7833d4c6bf65e87df109cf058a50bbc8e93f5152dcd4c5b3459184f54dd835"`,
  );
});

test('a log of rules that nobody here knows is not replayed, and not started on', async () => {
  const fixture = await Fixture.start();
  await fixture.adopt();
  const [entry] = fixture.entries;
  const newer = { ...entry!, body: { version: RULES_VERSION + 1, figures: {} } };
  const message = `from entry 1 on the log follows version ${RULES_VERSION + 1} of the rules, and this release knows 1 to ${RULES_VERSION}`;
  expect(() => new Replay(MODULES).apply(newer)).toThrow(message);
  const rows = fixture.store.rows.get('rules_adopted')!;
  for (const [key, row] of rows) rows.set(key, { ...row, version: RULES_VERSION + 1 });
  await expect(fixture.restart()).rejects.toThrow(message);
});

test('an older version never comes back', async () => {
  const fixture = await Fixture.start();
  await fixture.adopt();
  const body = { version: 1, figures: SHIPPED };
  const answer = await fixture.harness.internal('rules.adopt', body, 'back');
  expect(answer.code).not.toBe(200);
  expect(rulesOf(fixture.state)).toBe(RULES_VERSION);
  expect(fixture.harness.bugs).toHaveLength(1);
});

test('only the server adopts rules', async () => {
  const fixture = await Fixture.start();
  const answer = await fixture.harness.submit(1, 'rules.adopt', { version: RULES_VERSION, figures: SHIPPED });
  expect(answer.code).not.toBe(200);
  expect(adoptedOf(fixture.state)).toBeUndefined();
});
