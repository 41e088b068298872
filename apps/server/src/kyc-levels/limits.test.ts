/**
 * What each level of identity allows, in a core in memory: refusals by kind and window, what counts
 * and what gives back, and money that arrives above a limit.
 */
import { code } from '@glasshouse/api/codes';
import { amountOf } from '@glasshouse/rules/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { figuresOf } from '../figures/profile-figures.ts';
import { RULES_VERSION } from '../kernel/core/rules.ts';
import type { Json } from '../kernel/core/types.ts';
import { accepted } from '../kernel/testing/core-fixture.ts';
import { FundingFixture, OTHER, USER } from '../money/funding/testing/funding-fixture.ts';
import type { DepositHold, Usage } from './rows.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let core: FundingFixture;
const hold = (deposit: number): DepositHold | undefined =>
  core.rows<DepositHold>('deposit_holds').find((row) => row.deposit === deposit);
const used = (kind: string): Usage | undefined =>
  core.rows<Usage>('identity_usage').find((row) => row.user_id === USER && row.kind === kind);
const pass = (ms: number): void => {
  core.harness.now += ms;
};

async function begin(limits: { readonly [level: string]: Json }, version = RULES_VERSION): Promise<void> {
  core = await FundingFixture.start();
  const named = Object.entries(limits).map(([level, table]) => [`parameter.kyc.limits_${level}`, table]);
  const figures = { ...figuresOf('sandbox'), ...Object.fromEntries(named) };
  accepted(await core.harness.internal('rules.adopt', { version, figures }, 'rules'));
}

/** Full after basic; the case of the full check. */
async function verifyFull(): Promise<void> {
  const submission = 'of the full check';
  accepted(await core.command(USER, 'kyc.submit', { level: 'full', submission, digest: 'ab' }));
  const { id } = core
    .rows<{ id: number; submission: string }>('kyc_cases')
    .find((row) => row.submission === submission)!;
  const verdict = { case: id, decision: 'verify', code: null, refused: [], noteDigest: null };
  accepted(await core.operate(USER, 'kyc.review', verdict));
}

async function byTwo(type: string, fields: { readonly [field: string]: Json }): Promise<number> {
  const requested = await core.operate(USER, type, fields);
  if (requested.code !== 200) return requested.code;
  const { request } = accepted<{ request: number }>(requested);
  return (await core.decide(USER, request)).code;
}

describe('a withdrawal', () => {
  beforeEach(() =>
    begin({
      none: { withdrawal_day: '100', withdrawal_month: '250', withdrawal_total: '400' },
      basic: { withdrawal_day: '1000' },
    }),
  );
  const ask = (amount: string) => core.request(USER, { amount });

  test('is refused by the first window that has too little left, at the field', async () => {
    await core.deposit(USER, '5000');
    expect((await ask('100.00000001')).code).toBe(code.identityLimitDay);
    expect(await ask('100.00000001')).toMatchObject({ fields: { amount: code.identityLimitDay } });
    accepted(await ask('100'));
    expect((await ask('50')).code).toBe(code.identityLimitDay);
  });

  test.each([
    ['within the day', 0, code.identityLimitDay],
    ['23 hours later', 23 * HOUR_MS, code.identityLimitDay],
    ['after 25 hours', 25 * HOUR_MS, 200],
  ])('%s', async (_when, ms, expected) => {
    await core.deposit(USER, '5000');
    accepted(await ask('100'));
    pass(ms);
    expect((await ask('50')).code).toBe(expected);
  });

  test('counts per month and in all', async () => {
    await core.deposit(USER, '5000');
    for (const amount of ['100', '100']) {
      accepted(await ask(amount));
      pass(2 * DAY_MS);
    }
    expect((await ask('60')).code).toBe(code.identityLimitMonth);
    accepted(await ask('50'));
    pass(32 * DAY_MS);
    accepted(await ask('100'));
    pass(2 * DAY_MS);
    expect((await ask('51')).code).toBe(code.identityLimitTotal);
    accepted(await ask('50'));
    expect(used('withdrawal')?.total).toBe('400');
  });

  test('gives back what it counted when it does not happen', async () => {
    await core.deposit(USER, '5000');
    const { id } = accepted<{ id: number }>(await ask('100'));
    expect((await ask('50')).code).toBe(code.identityLimitDay);
    accepted(await core.command(USER, 'withdrawals.cancel', { id }));
    expect(used('withdrawal')).toMatchObject({ total: '0', hours: [], days: [] });
    accepted(await ask('100'));
    core.expectConserved();
  });

  test('that waits is not approved once the level of its owner is taken back', async () => {
    await core.deposit(USER, '5000');
    const basic = await core.verify(USER);
    const { id } = accepted<{ id: number }>(await ask('900'));
    await core.takeBack(USER, basic);
    expect((await core.reviewWithdrawal(USER, id)).code).toBe(code.identityLimitDay);
    await core.verify(USER);
    accepted(await core.reviewWithdrawal(USER, id));
  });

  test('is counted for its owner alone', async () => {
    await core.deposit(USER, '500');
    await core.deposit(OTHER, '500');
    accepted(await ask('100'));
    accepted(await core.request(OTHER, { amount: '100' }));
  });
});

test('nothing at all is allowed: the check is what is missing', async () => {
  await begin({ none: { withdrawal_total: '0' } });
  await core.deposit(USER, '500');
  expect(await core.request(USER, { amount: '100' })).toMatchObject({
    code: code.notVerified,
    fields: { amount: code.notVerified },
  });
  await core.verify(USER);
  accepted(await core.request(USER, { amount: '100' }));
});

test('a log from before version 10 knows no limits', async () => {
  await begin({ none: { withdrawal_total: '0', deposit_total: '0' } }, 9);
  await core.deposit(USER, '500');
  accepted(await core.request(USER, { amount: '100' }));
  expect(core.rows('identity_usage')).toEqual([]);
});

describe('a credit above the limit', () => {
  beforeEach(() => begin({ none: { deposit_day: '500', deposit_total: '800' }, basic: { deposit_day: '2000' } }));

  test('is held as a whole, and what fits is free', async () => {
    const fits = await core.deposit(USER, '500');
    expect(hold(fits)).toBeUndefined();
    const over = await core.deposit(USER, '120');
    expect(hold(over)).toMatchObject({ state: 'held', amount: '120', level: 'none', exceeds: 'day' });
    expect(core.real(USER, 'available')).toBe(amountOf('500'));
    expect(core.real(USER, 'held')).toBe(amountOf('120'));
    expect(used('deposit')?.total).toBe('500');
    core.expectConserved();
  });

  test('is let go by the command that verifies its owner, as far as the next level allows', async () => {
    const first = await core.deposit(USER, '1500');
    const second = await core.deposit(USER, '600');
    const third = await core.deposit(USER, '510');
    await core.verify(USER);
    expect([first, second, third].map((id) => hold(id)?.state)).toEqual(['released', 'held', 'held']);
    expect(core.real(USER, 'available')).toBe(amountOf('1500'));
    expect(core.real(USER, 'held')).toBe(amountOf('1110'));
    core.expectConserved();
  });

  test('is not let go by a check that was refused, nor by one that was only submitted', async () => {
    const id = await core.deposit(USER, '1500');
    accepted(await core.command(USER, 'kyc.submit', { level: 'basic', submission: 'one', digest: 'ab' }));
    const [kase] = core.rows<{ id: number }>('kyc_cases');
    const verdict = { case: kase!.id, decision: 'refuse', code: 'glare', refused: [], noteDigest: null };
    accepted(await core.operate(USER, 'kyc.review', verdict));
    expect(hold(id)?.state).toBe('held');
  });

  test('cannot be withdrawn, also not after a restart', async () => {
    await core.deposit(USER, '1500');
    await core.restart();
    expect((await core.request(USER, { amount: '1000' })).code).toBe(code.balanceInsufficient);
    await core.verify(USER);
    accepted(await core.request(USER, { amount: '1000' }));
  });

  describe('that goes back', () => {
    const PAID = { reference: '0xfeed', to: '0xSENDER' };

    test('is returned by two persons and paid back by two, and leaves the books', async () => {
      const id = await core.deposit(USER, '1500');
      const paid = { deposit: id, ...PAID };
      expect((await core.operate(USER, 'deposits.sentBack', paid)).code).toBe(code.orderAlreadyFinal);
      expect(await byTwo('deposits.returnHeld', { deposit: id })).toBe(200);
      expect(hold(id)).toMatchObject({ state: 'returning', payer: '0xsender', network: 'ERC20' });
      await core.verify(USER);
      expect(hold(id)?.state).toBe('returning');
      expect(await byTwo('deposits.sentBack', paid)).toBe(200);
      expect(hold(id)).toMatchObject({ state: 'returned', reference: '0xfeed' });
      expect(hold(id)?.steps.map(({ step }) => step)).toEqual(['overLimit', 'returning', 'returned']);
      expect(core.rows('evidence').at(-1)).toMatchObject({ key: 'chain/ERC20/0xfeed/*', subject: id });
      expect(core.real(USER, 'held')).toBe(0n);
      expect(core.real('house', 'external')).toBe(0n);
      expect((await core.operate(USER, 'deposits.sentBack', paid)).code).toBe(code.nothingFound);
      core.expectConserved();
    });

    test.each([
      ['without evidence', { reference: ' ' }, code.fieldRequired],
      ['without saying where', { to: ' ' }, code.fieldRequired],
      ['to anywhere else', { to: '0xthief' }, code.paidToOther],
    ])('is not paid back %s', async (_name, fields, expected) => {
      const id = await core.deposit(USER, '1500');
      expect(await byTwo('deposits.returnHeld', { deposit: id })).toBe(200);
      expect((await core.operate(USER, 'deposits.sentBack', { deposit: id, ...PAID, ...fields })).code).toBe(expected);
      expect(hold(id)?.state).toBe('returning');
    });

    test('is decided for where it came from, and by name only where nobody knows', async () => {
      const known = await core.deposit(USER, '1500');
      const elsewhere = { deposit: known, to: '0xthief' };
      expect((await core.operate(USER, 'deposits.returnHeld', elsewhere)).code).toBe(code.paidToOther);
      const hash = `0x${'c4'.repeat(32)}`;
      const { id } = accepted<{ id: number }>(await core.seen(USER, { hash, amount: '1700', sender: null }));
      accepted(await core.confirmed(USER, { hash }));
      accepted(await core.reviewDeposit(USER, id));
      expect((await core.operate(USER, 'deposits.returnHeld', { deposit: id })).code).toBe(code.fieldRequired);
      expect(await byTwo('deposits.returnHeld', { deposit: id, to: '0xexchange' })).toBe(200);
      expect(hold(id)?.payer).toBe('0xexchange');
    });

    describe('and is kept after all', () => {
      const decided = async (amount: string): Promise<number> => {
        const id = await core.deposit(USER, amount);
        expect(await byTwo('deposits.returnHeld', { deposit: id })).toBe(200);
        return id;
      };
      const cancel = (id: number) => byTwo('deposits.cancelReturn', { deposit: id });

      test('is held again by two persons, and let go by the check as before', async () => {
        const id = await decided('1500');
        const requested = await core.operate(USER, 'deposits.cancelReturn', { deposit: id });
        expect(requested.result).toMatchObject({ state: 'waiting' });
        expect(hold(id)?.state).toBe('returning');
        const { request } = accepted<{ request: number }>(requested);
        accepted(await core.decide(USER, request));
        expect(hold(id)).toMatchObject({ state: 'held', payer: '0xsender', level: 'none', exceeds: 'day' });
        expect(hold(id)?.steps.map(({ step }) => step)).toEqual(['overLimit', 'returning', 'returnCancelled']);
        await core.restart();
        await core.verify(USER);
        expect(hold(id)?.state).toBe('released');
        expect(core.real(USER, 'available')).toBe(amountOf('1500'));
        core.expectConserved();
      });

      test('is free at once where its owner has passed the check meanwhile', async () => {
        const id = await decided('1500');
        await core.verify(USER);
        expect(hold(id)?.state).toBe('returning');
        expect(await cancel(id)).toBe(200);
        expect(hold(id)?.state).toBe('released');
        expect(hold(id)?.steps.map(({ step }) => step)).toEqual(['overLimit', 'returning', 'limitReleased']);
        expect(core.real(USER, 'available')).toBe(amountOf('1500'));
        expect(used('deposit')?.total).toBe('1500');
        core.expectConserved();
      });

      test('stays held where the level of now does not allow it either', async () => {
        const id = await decided('2500');
        await core.verify(USER);
        expect(await cancel(id)).toBe(200);
        expect(hold(id)).toMatchObject({ state: 'held', level: 'basic', exceeds: 'day' });
        expect(used('deposit')).toBeUndefined();
      });

      test('is not, once somebody says that it was paid, until that is refused', async () => {
        const id = await decided('1500');
        const requested = await core.operate(USER, 'deposits.cancelReturn', { deposit: id });
        const waiting = accepted<{ request: number }>(requested).request;
        const paid = await core.operate(USER, 'deposits.sentBack', { deposit: id, ...PAID });
        const { request } = accepted<{ request: number }>(paid);
        expect((await core.operate(USER, 'deposits.cancelReturn', { deposit: id })).code).toBe(code.paymentBackWaits);
        expect((await core.decide(USER, waiting)).code).toBe(code.paymentBackWaits);
        expect((await core.decide(USER, request, 'reject')).code).toBe(200);
        accepted(await core.decide(USER, waiting));
        expect(hold(id)?.state).toBe('held');
        core.expectConserved();
      });

      test.each<[string, (id: number) => Promise<unknown>, number]>([
        ['held', async () => {}, code.orderAlreadyFinal],
        [
          'sent back',
          async (id) => {
            await byTwo('deposits.returnHeld', { deposit: id });
            await byTwo('deposits.sentBack', { deposit: id, ...PAID });
          },
          code.nothingFound,
        ],
      ])('is not while it is %s', async (_state, before, expected) => {
        const id = await core.deposit(USER, '1500');
        await before(id);
        expect(await cancel(id)).toBe(expected);
      });

      test('goes elsewhere afterwards only where operators had named the place', async () => {
        const known = await decided('1500');
        expect(await cancel(known)).toBe(200);
        const elsewhere = { deposit: known, to: '0xthief' };
        expect(await byTwo('deposits.returnHeld', elsewhere)).toBe(code.paidToOther);
        const hash = `0x${'c4'.repeat(32)}`;
        const { id } = accepted<{ id: number }>(await core.seen(USER, { hash, amount: '1700', sender: null }));
        accepted(await core.confirmed(USER, { hash }));
        accepted(await core.reviewDeposit(USER, id));
        expect(await byTwo('deposits.returnHeld', { deposit: id, to: '0xwrong' })).toBe(200);
        expect(hold(id)).toMatchObject({ payer: '0xwrong', payer_named: true });
        expect(await cancel(id)).toBe(200);
        expect(hold(id)).toMatchObject({ payer: null, payer_named: false });
        expect(await byTwo('deposits.returnHeld', { deposit: id, to: '0xright' })).toBe(200);
        expect(hold(id)?.payer).toBe('0xright');
      });
    });

    test('is paid back once by one payment', async () => {
      const ids = [await core.deposit(USER, '1500'), await core.deposit(USER, '1500')] as const;
      for (const id of ids) expect(await byTwo('deposits.returnHeld', { deposit: id })).toBe(200);
      expect(await byTwo('deposits.sentBack', { deposit: ids[0], ...PAID })).toBe(200);
      expect((await core.operate(USER, 'deposits.sentBack', { deposit: ids[1], ...PAID })).code).toBe(
        code.evidenceUsed,
      );
    });
  });

  test('is released by two persons only where it fits by now, or every check is passed', async () => {
    const first = await core.deposit(USER, '500');
    const second = await core.deposit(USER, '300');
    expect([hold(first)?.state, hold(second)?.state]).toEqual([undefined, 'held']);
    expect(await byTwo('deposits.releaseHeld', { deposit: second })).toBe(code.notVerified);
    pass(2 * DAY_MS);
    expect(await byTwo('deposits.releaseHeld', { deposit: second })).toBe(200);
    expect(used('deposit')?.total).toBe('800');
    const large = await core.deposit(USER, '1500');
    expect(await byTwo('deposits.releaseHeld', { deposit: large })).toBe(code.notVerified);
    await core.verify(USER);
    await verifyFull();
    expect(hold(large)?.state).toBe('released');
    core.expectConserved();
  });

  test('whose transfer vanishes is frozen as it is, held again when it is back, and gone with a reversal', async () => {
    const hash = `0x${'c3'.repeat(32)}`;
    const id = await core.deposit(USER, '1500', { hash });
    accepted(await core.vanished(USER, { hash }));
    expect(core.row('deposits', id)).toMatchObject({ frozen: '1500', owed: '0' });
    expect(hold(id)?.state).toBe('vanished');
    expect(core.real(USER, 'held')).toBe(amountOf('1500'));
    core.expectConserved();
    accepted(await core.confirmed(USER, { hash }));
    expect(hold(id)?.state).toBe('held');
    expect(core.real(USER, 'available')).toBe(0n);
    core.expectConserved();
    accepted(await core.vanished(USER, { hash }));
    expect(await byTwo('deposits.resolve', { id, outcome: 'reverse' })).toBe(200);
    expect(hold(id)?.state).toBe('reversed');
    expect(core.real(USER, 'held')).toBe(0n);
    core.expectConserved();
  });
});
