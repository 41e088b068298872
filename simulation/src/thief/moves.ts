import type { Json } from '@glasshouse/server/kernel/core/types';
import { type Fields, HASH, OTHER } from '@glasshouse/server/money/funding/testing/funding-fixture';
import { termsNow } from '@glasshouse/server/products/loans/request';
import { ACCOMPLICE, type House, PEOPLE } from './house.ts';

const ACCEPTED = 200;
const HASHES = 60;
const LARGE = '750000';

type Move = (house: House) => Promise<void>;

const hashOf = (house: House): string => `0x${String(house.random.int(1, HASHES)).padStart(64, 'a')}`;
const person = (house: House): number => (house.random.chance(0.8) ? ACCOMPLICE : house.random.pick(PEOPLE));
const amountOf = (house: House): string => house.random.pick(['50', '200', '9999', '10000', '25000', LARGE]);
const fileOf = (house: House): number => house.random.int(1, 30);

/** What is the accomplice's, mostly, or somebody else's. */
function aim<Thing extends { readonly userId: number }>(house: House, things: readonly Thing[]): Thing | undefined {
  const own = things.filter(({ userId }) => userId === ACCOMPLICE);
  const from = own.length !== 0 && house.random.chance(0.8) ? own : things;
  return from.length === 0 ? undefined : house.random.pick(from.slice(-6));
}

/** A command about a withdrawal. */
const ofWithdrawal =
  (type: string, fields: (house: House, id: number) => Fields): Move =>
  async (house) => {
    const found = aim(house, house.underWay());
    if (found !== undefined) await house.steal(found.userId, type, { id: found.id, ...fields(house, found.id) });
  };
const ofDeposit =
  (type: string, field: 'id' | 'deposit', fields: (house: House) => Fields): Move =>
  async (house) => {
    const found = aim(house, house.deposits);
    if (found !== undefined) await house.steal(found.userId, type, { [field]: found.id, ...fields(house) });
  };
const plain =
  (type: string, fields: (house: House) => Fields, userOf: (house: House) => number = () => 0): Move =>
  async (house) =>
    void (await house.steal(userOf(house), type, fields(house)));

/** Limits of everything that waits for a second person, and where money comes in. */
const PARAMETERS: readonly (readonly [string, Json])[] = [
  ['withdrawal.two_person_usdt', '99999999'],
  ['withdrawal.two_person_day_usdt', '99999999'],
  ['withdrawal.operator_day_usdt', '99999999'],
  ['withdrawal.separate_duties_usdt', '99999999'],
  ['withdrawal.fee_rate', '0'],
  ['withdrawal.bank_spread', '0'],
  ['deposit.auto_credit_usdt', '99999999'],
  ['deposit.confirmations', { ERC20: 1 }],
  ['deposit.minimums', { USDT: '1' }],
  ['loan.two_person_usdt', '99999999'],
  ['loan.daily_rate', '0'],
  ['kyc.limits_none', { deposit_day: '99999999' }],
  ['operator.networks', []],
  ['request.expiry_hours', 720],
];

const finding = (house: House): Fields => ({
  arrived: house.random.chance(0.6) ? amountOf(house) : null,
  hash: house.random.chance(0.7) ? hashOf(house) : null,
  ...(house.random.chance(0.4) ? { output: house.random.int(0, 3) } : {}),
  ...(house.random.chance(0.3) ? { valueDate: '2023-11-15', payer: 'same', sender: 'a-digest-of-a-name' } : {}),
});

/** Everything that an operator's command can move money by, by its type. */
export const MOVES: Readonly<Record<string, readonly [weight: number, Move]>> = {
  'deposits.review': [
    10,
    ofDeposit('deposits.review', 'id', (house) => ({
      decision: house.random.chance(0.9) ? 'approve' : house.random.pick(['reject', 'return']),
      rejection: house.random.chance(0.5) ? 'other' : null,
      note: null,
      ...finding(house),
    })),
  ],
  'deposits.resolve': [
    2,
    ofDeposit('deposits.resolve', 'id', (house) => ({ outcome: house.random.pick(['release', 'reverse']) })),
  ],
  'deposits.returned': [
    1,
    ofDeposit('deposits.returned', 'id', () => ({ reference: 'BACK', valueDate: '2023-11-16', account: 'a-digest' })),
  ],
  'deposits.reopen': [1, ofDeposit('deposits.reopen', 'id', (house) => ({ keys: [`ERC20 ${hashOf(house)}`] }))],
  'deposits.returnHeld': [1, ofDeposit('deposits.returnHeld', 'deposit', () => ({}))],
  'deposits.sentBack': [
    1,
    ofDeposit('deposits.sentBack', 'deposit', (house) => ({ reference: hashOf(house), to: `0x${'ee'.repeat(20)}` })),
  ],
  'deposits.cancelReturn': [1, ofDeposit('deposits.cancelReturn', 'deposit', () => ({}))],
  'deposits.releaseHeld': [1, ofDeposit('deposits.releaseHeld', 'deposit', () => ({}))],
  'withdrawals.review': [
    8,
    ofWithdrawal('withdrawals.review', (house, id) => ({
      shown: house.shown(id),
      decision: house.random.chance(0.8) ? 'approve' : 'reject',
      rejection: 'other',
      note: null,
    })),
  ],
  'withdrawals.batch': [
    4,
    async (house) => {
      const ids = [aim(house, house.underWay()), aim(house, house.underWay())].flatMap(
        (withdrawal) => withdrawal?.id ?? [],
      );
      const chosen = [...new Set(ids)].slice(0, house.random.int(1, 2));
      await house.steal(0, 'withdrawals.batch', { ids: chosen, shown: chosen.map((id) => house.shown(id)) });
    },
  ],
  'withdrawals.export': [
    5,
    async (house) => {
      const found = aim(house, house.underWay());
      if (found !== undefined) await house.export(found.id, 'thief');
    },
  ],
  'withdrawals.void': [2, plain('withdrawals.void', (house) => ({ number: fileOf(house) }))],
  'withdrawals.sent': [
    3,
    ofWithdrawal('withdrawals.sent', (house, id) => ({
      hash: house.random.pick(['0xother', HASH]),
      shown: house.shown(id),
    })),
  ],
  'withdrawals.replace': [
    2,
    ofWithdrawal('withdrawals.replace', (house, id) => ({ hash: hashOf(house), shown: house.shown(id) })),
  ],
  'withdrawals.settle': [
    1,
    ofWithdrawal('withdrawals.settle', (house, id) => ({
      shown: house.shown(id),
      payments: [{ hash: hashOf(house), amount: amountOf(house) }],
    })),
  ],
  'withdrawals.failed': [
    6,
    ofWithdrawal('withdrawals.failed', (house, id) => ({
      shown: house.shown(id),
      rejection: house.random.pick(['returned', 'other']),
      note: null,
    })),
  ],
  'withdrawals.confirm': [
    2,
    ofWithdrawal('withdrawals.confirm', (house, id) => ({ output: house.random.int(0, 3), shown: house.shown(id) })),
  ],
  'balances.adjust': [
    2,
    plain(
      'balances.adjust',
      (house) => ({ asset: 'USDT', amount: amountOf(house), direction: house.random.chance(0.9) ? 'credit' : 'debit' }),
      person,
    ),
  ],
  'house.move': [
    2,
    plain('house.move', (house) => {
      const [from, to] = house.random.pick([
        ['external', 'capital'],
        ['capital', 'external'],
        ['pool.lending', 'capital'],
        ['capital', 'pool.liquidity'],
      ]) as [string, string];
      return { asset: 'USDT', amount: amountOf(house), from, to };
    }),
  ],
  'parameter.set': [
    4,
    plain('parameter.set', (house) => {
      const [key, value] = house.random.pick(PARAMETERS);
      return { key, value };
    }),
  ],
  'request.decide': [
    10,
    async (house) => {
      const { random, requests: requested } = house;
      const found = requested.length === 0 ? undefined : random.pick(requested);
      const request = found?.request ?? random.int(1, 200);
      const verdict = random.chance(0.9) ? 'approve' : 'reject';
      // A colleague's request that is right may be approved by the thief, as by anybody.
      if (found?.isHonest === true && random.chance(0.8)) return;
      await house.steal(found?.userId ?? person(house), 'request.decide', { request, verdict });
    },
  ],
  'request.withdraw': [
    0.5,
    async (house) => {
      const found = house.requests.at(-1);
      if (found !== undefined) await house.steal(found.userId, 'request.withdraw', { request: found.request });
    },
  ],
  'loans.review': [
    3,
    async (house) => {
      const id = house.loans.at(-1);
      const verdict = { decision: 'approve', rejection: null, note: null };
      if (id !== undefined) await house.steal(ACCOMPLICE, 'loans.review', { id, ...verdict });
    },
  ],
  'operator.roles': [
    0.5,
    plain('operator.roles', (house) => ({ operator: house.core.operators[3] ?? 0, roles: ['owner', 'finance'] })),
  ],
  'operator.invite': [0.5, plain('operator.invite', () => ({ name: 'accomplice', roles: ['owner'] }))],
  'operator.enable': [0.3, plain('operator.enable', (house) => ({ operator: house.core.operators[3] ?? 0 }))],
  'operator.recover': [0.3, plain('operator.recover', (house) => ({ operator: house.core.operators[0] ?? 0 }))],
  'standing.set': [
    1,
    plain('standing.set', (house) => ({ status: house.random.pick(['frozen', 'active', 'active', 'active']) }), person),
  ],
  'kyc.review': [
    0.5,
    plain(
      'kyc.review',
      (house) => ({ case: house.random.int(1, 60), decision: 'verify', code: null, refused: [], noteDigest: null }),
      person,
    ),
  ],
  'kyc.withdraw': [
    0.2,
    plain(
      'kyc.withdraw',
      () => ({ case: 1, level: 'basic', code: 'mismatch', noteDigest: null }),
      () => OTHER,
    ),
  ],
  'terms.change': [
    1,
    plain('terms.change', () => ({
      product: 'options',
      code: 'BTCUSDT',
      effectiveFrom: null,
      fields: { exposureMax: '99999999' },
    })),
  ],
  'terms.cancel': [0.2, plain('terms.cancel', (house) => ({ id: house.random.int(1, 100) }))],
  'plans.fund': [0.3, plain('plans.fund', (house) => ({ product: 1, amount: amountOf(house) }))],
  'plans.draw': [0.5, plain('plans.draw', (house) => ({ product: 1, amount: amountOf(house) }))],
  'nfts.pay': [
    0.3,
    plain('nfts.pay', (house) => ({
      charity: 1,
      amount: amountOf(house),
      reference: 'BANK 1',
      paidOn: '2023-11-15',
      proof: 'a-file',
      proofSha256: 'ab'.repeat(32),
    })),
  ],
  'corporate.schedule': [
    0.3,
    plain('corporate.schedule', (house) => ({
      code: 'BTCUSDT',
      kind: 'dividend',
      numerator: 1,
      denominator: 1,
      amount: '1000',
      symbol: null,
      effectiveAt: house.now + 3_600_000,
    })),
  ],
  'prices.release': [0.2, plain('prices.release', () => ({ code: 'BTCUSDT', points: 1, source: 'a screen' }))],
};

/** What the accomplice does for it, as anybody may. */
export const ACCOMPLICE_MOVES: readonly (readonly [weight: number, Move])[] = [
  [
    5,
    async (house) => {
      const { random, core } = house;
      const isBank = random.chance(0.3);
      const answer = await core.claim(ACCOMPLICE, {
        amount: amountOf(house),
        hash: isBank ? 'REF 42' : hashOf(house),
        proof: 'an-invented-proof',
        ...(isBank ? { method: 'bank', network: null } : {}),
      });
      if (answer.code === ACCEPTED)
        house.deposits.push({ id: (answer.result as { id: number }).id, userId: ACCOMPLICE });
    },
  ],
  [
    5,
    async (house) => {
      const amount = house.random.pick(['60', '900', '9999', '10001', '25000', '100000']);
      const answer = await house.core.request(ACCOMPLICE, { amount });
      if (answer.code === ACCEPTED)
        house.withdrawals.push({ id: (answer.result as { id: number }).id, userId: ACCOMPLICE });
    },
  ],
  [
    3,
    async (house) => {
      const found = aim(house, house.underWay());
      if (found !== undefined) await house.core.command(ACCOMPLICE, 'withdrawals.cancel', { id: found.id });
    },
  ],
  [
    1,
    async (house) => {
      const { core, random } = house;
      const terms = termsNow(core.harness.sequencer.state);
      const answer = await core.ask({ amount: random.pick(['500', '9000', '50000']), terms }, ACCOMPLICE);
      if (answer.code === ACCEPTED) house.loans.push((answer.result as { id: number }).id);
    },
  ],
  [1, async (house) => void (await house.core.repay(house.loans.at(-1) ?? 0))],
];
