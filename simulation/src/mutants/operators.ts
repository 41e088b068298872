import { code } from '@glasshouse/api/codes';
import { authorityOf } from '@glasshouse/server/authority/slice';
import type { OperatorBody } from '@glasshouse/server/authority/stamp';
import { adoptedOf } from '@glasshouse/server/kernel/core/rules';
import type { Command } from '@glasshouse/server/kernel/core/types';
import { payeeDigest } from '@glasshouse/server/money/withdrawals/payee-digest';
import { withdrawalsOf } from '@glasshouse/server/money/withdrawals/slice';
import { kycOf } from '@glasshouse/server/people/kyc/slice';
import type { Mutant } from './mutant.ts';
import { type Handler, withHandler, withModule, withRows } from './with-module.ts';

const approvesTwice: Mutant = {
  focus: 'funding',
  name: 'a request that was approved stays open',
  modules: withRows('authority', (change) =>
    change.table === 'operator_requests' && change.row.state === 'approved'
      ? { ...change, row: { ...change.row, state: 'waiting' } }
      : change,
  ),
};

const approvesOwn: Mutant = {
  focus: 'funding',
  name: 'whoever asked may approve from another device',
  modules: withHandler('request.decide', (original) => (state, command) => {
    const outcome = original(state, command);
    if (outcome.ok || outcome.code !== code.ownRequest) return outcome;
    const body = command.body as OperatorBody;
    const otherOperator = {
      ...body.by,
      operator: body.by.operator === 1 ? 2 : 1,
      session: -1,
      device: '-',
      credential: '-',
    };
    return original(state, { ...command, body: { ...body, by: otherOperator } });
  }),
};

const sparesCompliance: Mutant = {
  focus: 'funding',
  name: 'two owners change whom the house serves without compliance',
  modules: withHandler('request.decide', (original) => (state, command) => {
    const outcome = original(state, command);
    if (outcome.ok || outcome.code !== code.complianceNeeded) return outcome;
    const authority = authorityOf(state);
    const operators = new Map(
      [...authority.operators].map(([id, operator]) => [id, { ...operator, roles: [...operator.roles, 'compliance'] }]),
    );
    return original(
      { ...state, slices: new Map([...state.slices, ['authority', { ...authority, operators }]]) },
      command,
    );
  }),
};

const sparesTheFrozen: Mutant = {
  focus: 'funding',
  name: 'somebody frozen may withdraw and be paid',
  modules: withRows('authority', (change) =>
    change.table === 'user_standings' && change.row.status === 'frozen' ? null : change,
  ),
};

const tradesForFrozen: Mutant = {
  focus: 'funding',
  name: 'somebody frozen may go on trading',
  modules: (modules) =>
    ['options.buy', 'contracts.buy', 'spot.submit', 'convert.fill', 'contracts.stops'].reduce(
      (changed, type) =>
        withHandler(type, (original) => (state, command) => {
          const nobody = { ...authorityOf(state), standings: new Map() };
          return original({ ...state, slices: new Map([...state.slices, ['authority', nobody]]) }, command);
        })(changed),
      modules,
    ),
};

const asksNobody: Mutant = {
  focus: 'referrals',
  name: 'nobody needs to have read the risk warning',
  modules: (modules) =>
    ['options.buy', 'contracts.buy'].reduce(
      (changed, type) =>
        withHandler(type, (original) => (state, command) => {
          const warningsRead = { get: () => 1 } as unknown as Map<string, number>;
          const all = { ...authorityOf(state), warningsRead };
          return original({ ...state, slices: new Map([...state.slices, ['authority', all]]) }, command);
        })(changed),
      modules,
    ),
};

const forgetsRead: Mutant = {
  focus: 'referrals',
  name: 'who has read the risk warning is asked again after a start',
  modules: withRows('authority', (change) => (change.table === 'risk_acknowledgements' ? null : change)),
};

const creditsAboveLimit: Mutant = {
  focus: 'funding',
  name: 'a deposit above the limit is credited without a review',
  modules: withRows('authority', (change) =>
    change.table === 'parameters' && change.row.key === 'deposit.auto_credit_usdt'
      ? { ...change, row: { ...change.row, value: '100000000' } }
      : change,
  ),
};

const creditsEachTelling: Mutant = {
  focus: 'funding',
  name: 'a transfer is credited as often as its confirmations are told',
  modules: withRows('deposits', (change) =>
    change.table === 'deposits' && change.row.state === 'approved' && change.row.confirmations !== null
      ? { ...change, row: { ...change.row, state: 'confirming', closed_at: null } }
      : change,
  ),
};

const keepsVerified: Mutant = {
  focus: 'funding',
  name: 'a verification that was taken back still counts',
  modules: withRows('kyc', (change) =>
    change.table === 'kyc_states' && change.row.basic_state === 'notPassed'
      ? { ...change, row: { ...change.row, basic_state: 'verified' } }
      : change,
  ),
};

/** The handler sees somebody who was always verified, by this case. */
const asVerified =
  (caseOf: (command: Command) => number): ((original: Handler) => Handler) =>
  (original) =>
  (state, command) => {
    const standing = { basic_state: 'verified', basic_case: caseOf(command), basic_since: 0, basic_attempts: 0 };
    const slices = new Map([...state.slices, ['kyc', { ...kycOf(state), standings: { get: () => standing } }]]);
    return original({ ...state, slices }, command);
  };

const paysStrangers: Mutant = {
  focus: 'funding',
  name: 'money may be asked for to the bank account of somebody whom no identity check names',
  modules: withHandler(
    'withdrawals.request',
    asVerified(({ body }) => (body as { holderCase?: number }).holderCase ?? 0),
  ),
};

const paysUnverified: Mutant = {
  focus: 'funding',
  name: 'a bank transfer is approved although its verification was taken back',
  modules: withHandler(
    'withdrawals.review',
    asVerified(() => 0),
  ),
};

const approvesAltered: Mutant = {
  focus: 'funding',
  name: 'a payout is approved although the database shows another one',
  modules: withHandler('withdrawals.review', (original) => (state, command) => {
    const outcome = original(state, command);
    if (outcome.ok || outcome.code !== code.payoutAltered) return outcome;
    const body = command.body as OperatorBody & { readonly id: number };
    const row = withdrawalsOf(state).withdrawals.get(body.id);
    return row === undefined ? outcome : original(state, { ...command, body: { ...body, shown: payeeDigest(row) } });
  }),
};

const verifiesTwice: Mutant = {
  focus: 'funding',
  name: 'a case that was decided can be decided again',
  modules: withRows('kyc', (change) =>
    change.table === 'kyc_cases' && change.row.state === 'notPassed'
      ? { ...change, row: { ...change.row, state: 'pending' } }
      : change,
  ),
};

const hurriesTiers: Mutant = {
  focus: 'funding',
  name: 'agreed fee tiers come into force before their moment',
  modules: withRows('terms-changes', (change) => ({ ...change, row: { ...change.row, effective_from: 0 } })),
};

const hurriesShares: Mutant = {
  focus: 'funding',
  // Somebody asks for a table that lowers a share, and somebody else approves it.
  commands: 3_000,
  name: 'a smaller share of friends’ fees comes into force unannounced',
  modules: withHandler('request.decide', (original) => (state, command) => {
    const current = adoptedOf(state);
    if (current === undefined) return original(state, command);
    const hurried = { current: { ...current, figures: { ...current.figures, 'referrals.noticeMs': 0 } } };
    return original({ ...state, slices: new Map([...state.slices, ['rules', hurried]]) }, command);
  }),
};

/** Something that two operators did not agree to, in what comes into force of a product. */
const bends = (type: string, name: string, bent: { readonly [field: string]: string | number }): Mutant => ({
  focus: 'funding',
  name,
  modules: withModule('terms-changes', (original) => ({
    ...original,
    onTime: (state, at, market) =>
      (original.onTime?.(state, at, market) ?? []).map((command) =>
        command.type === type ? { ...command, body: { ...(command.body as object), ...bent } } : command,
      ),
  })),
});

const bendsTerms: readonly Mutant[] = [
  bends('options.define', 'a change of options brings a smaller limit along', { exposureMax: '7' }),
  bends('contracts.define', 'a change of contracts brings a higher fee along', { feeRate: '0.00277777' }),
  bends('spot.define', 'a change of a pair brings a higher fee along', { takerRate: '0.00277777' }),
  bends('convert.define', 'a change of a coin brings a higher minimum along', { minUsdt: '17' }),
];

const forgetsTerms: Mutant = {
  focus: 'funding',
  name: 'agreed terms of an instrument are called in force and are not',
  modules: withModule('terms-changes', (original) => ({
    ...original,
    onTime: (state, at, market) =>
      (original.onTime?.(state, at, market) ?? []).filter(({ type }) => type === 'terms.apply'),
  })),
};

const discountsTooMuch: Mutant = {
  name: 'fees are discounted by the tier above the one that was reached',
  modules: withRows('fee-tiers', (change) => {
    const level = Number(change.row.level);
    return change.table === 'user_levels' && 0 < level
      ? { ...change, row: { ...change.row, level: Math.min(5, level + 1) } }
      : change;
  }),
};

export const operatorMutants: readonly Mutant[] = [
  approvesTwice,
  approvesOwn,
  sparesCompliance,
  sparesTheFrozen,
  tradesForFrozen,
  asksNobody,
  forgetsRead,
  creditsAboveLimit,
  creditsEachTelling,
  keepsVerified,
  paysStrangers,
  paysUnverified,
  approvesAltered,
  verifiesTwice,
  hurriesTiers,
  hurriesShares,
  ...bendsTerms,
  forgetsTerms,
  discountsTooMuch,
];
