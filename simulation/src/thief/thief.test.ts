import { code } from '@glasshouse/api/codes';
import { sendersOf } from '@glasshouse/server/authority/access/senders';
import { authorityOf } from '@glasshouse/server/authority/slice';
import type { OperatorBody } from '@glasshouse/server/authority/stamp';
import type { CoreModule } from '@glasshouse/server/kernel/core/types';
import { withdrawalsOf } from '@glasshouse/server/money/withdrawals/slice';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { expect, test } from 'vitest';
import { fundingMutants } from '../mutants/funding.ts';
import { withHandler } from '../mutants/with-module.ts';
import { MOVES } from './moves.ts';
import { runThief } from './run.ts';

/** `npm run thief` plays a million commands. */
const SHORT = { commands: 1_200, seed: 3, print: () => {} } as const;

test.each([[['finance']], [['finance', 'compliance']], [['owner']]])(
  'an operator with the roles %j who wants to steal gains nothing',
  async (roles) => {
    const { found, outcomes, commands } = await runThief({ ...SHORT, roles });
    expect(found).toEqual([]);
    expect(commands).toBe(SHORT.commands);
    const count = (key: string): number => outcomes.get(key) ?? 0;
    // What they may do alone is done, and what they may not waits for somebody who refuses it.
    for (const key of ['withdrawals.review done', 'deposits.review done']) expect(count(key), key).toBeGreaterThan(0);
    for (const type of ['deposits.review', 'withdrawals.review', 'withdrawals.failed', 'parameter.set', 'house.move']) {
      expect(count(`${type} waiting`), type).toBeGreaterThan(0);
    }
    expect(count('balances.adjust done')).toBe(0);
    expect(count('house.move done')).toBe(0);
    expect(count('withdrawals.void done')).toBe(0);
  },
);

test('the thief knows every operator’s command by which money could move', () => {
  const operators = [...sendersOf(MODULES)].filter(([, sender]) => sender === 'operator').map(([type]) => type);
  const harmless = [
    'operator.disable',
    'operator.credential',
    'operator.signIn',
    'user.note',
    'user.sessions',
    'view.record',
    'corporate.cancel',
    'plans.propose',
    'plans.cancelChange',
    'nfts.charity',
    'nfts.listing',
    'nfts.sale',
    'instruments.reopen',
    'content.publish',
    'content.withdraw',
    'referrals.stop',
  ];
  expect(operators.toSorted()).toEqual([...Object.keys(MOVES), ...harmless].toSorted());
});

type Broken = (modules: readonly CoreModule[]) => readonly CoreModule[];
const mutant = (name: string): Broken => fundingMutants.find((candidate) => candidate.name === name)!.modules!;

const decidesOwn: Broken = withHandler('request.decide', (original) => (state, command) => {
  const outcome = original(state, command);
  if (outcome.ok || outcome.code !== code.ownRequest) return outcome;
  const body = command.body as OperatorBody;
  const otherOwner = [...authorityOf(state).operators.values()].find(
    ({ id, roles }) => id !== body.by.operator && roles.includes('owner'),
  )!.id;
  const by = { ...body.by, operator: otherOwner, session: -1, device: '-', credential: '-' };
  return original(state, { ...command, body: { ...body, by } });
});

/** What is in a file may be signed: free again on one word, it is paid and kept. */
const failsAlone: Broken = withHandler('withdrawals.failed', (original) => (state, command) => {
  const slice = withdrawalsOf(state);
  const withdrawals = new Map([...slice.withdrawals].map(([id, row]) => [id, { ...row, file: null }]));
  const slices = new Map([...state.slices, ['withdrawals', { ...slice, withdrawals }]]);
  return original({ ...state, slices }, command);
});

test.each<[string, Broken]>([
  ['whoever asked approves it', decidesOwn],
  ['one word credits what nobody saw', mutant('one person’s word credits a deposit that nobody saw')],
  ['one word returns what is in a file', failsAlone],
])('the thief finds that %s', async (_name, broken) => {
  const { found } = await runThief({ ...SHORT, commands: 6_000, roles: ['finance'], modules: broken(MODULES) });
  expect(found.join()).toContain('too much');
});
