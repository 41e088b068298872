import { randomUUID } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import type { CommandInput } from '../../kernel/core/types.ts';
import type { WatcherState } from '../../money/funding/watched.ts';
import { HealthTeller } from './tell-health.ts';

function setUp() {
  const reports: string[] = [];
  const states = new Map<string, WatcherState>([
    ['ERC20', 'well'],
    ['BTC', 'none'],
  ]);
  const core = { answers: 200, isAway: false };
  const teller = new HealthTeller({
    bus: {
      submit: async ({ body }: CommandInput) => {
        if (core.isAway) throw new Error('no core');
        const { network, state } = body as { network: string; state: string };
        if (core.answers === 200) reports.push(`${network} ${state}`);
        return { seq: 1, code: core.answers, result: null };
      },
    },
    log: { warn: () => undefined },
    newId: randomUUID,
    states: () => states,
  });
  teller.stop();
  return { told: reports, states, core, teller };
}

test('each state is told once, and again when it changes', async () => {
  const { told: reports, states, teller } = setUp();
  await new Promise(setImmediate);
  await teller.tell();
  expect(reports).toEqual(['ERC20 well', 'BTC none']);
  states.set('ERC20', 'ill');
  await teller.tell();
  expect(reports.slice(2)).toEqual(['ERC20 ill']);
});

test.each([
  ['throws', { isAway: true }],
  ['is not available', { answers: code.coreUnavailable }],
])('while the core %s, it is told again', async (_name, broken) => {
  const { told: reports, states, core, teller } = setUp();
  await new Promise(setImmediate);
  Object.assign(core, broken);
  states.set('ERC20', 'ill');
  await teller.tell();
  expect(reports).toHaveLength(2);
  Object.assign(core, { isAway: false, answers: 200 });
  await teller.tell();
  expect(reports.slice(2)).toEqual(['ERC20 ill']);
});
