import { generateKeyPairSync, sign } from 'node:crypto';
import type { ResultOf } from '@glasshouse/api';
import { redact, sharedBytes } from '@glasshouse/rules/proofs/shared/receipt';
import { boughtCoins } from './evidence.ts';
import { EARNING_PLAN } from './plans.ts';

type PlanEvidence = ResultOf<'getPlan'>;
type LoanEvidence = ResultOf<'getLoanReceipt'>;
type Conversion = ResultOf<'getConversion'>['conversion'];

export const TOKEN = 'abcdefghijklmnopqrstuv';
const OPERATOR = generateKeyPairSync('ed25519');
export const OPERATOR_KEY = Buffer.from(OPERATOR.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex');
export const LOAN: LoanEvidence['loan'] = {
  id: 5,
  amount: '1000',
  termDays: 90,
  dailyRate: '0.0005',
  totalInterest: '45',
  apr: '0.1825',
  pledged: [
    {
      symbol: 'BTC',
      amount: '0.02',
      tick: { seq: 9, price: '96000', bid: '95999', ask: '96001', at: '2026-11-01T08:00:00.000Z' },
    },
    { symbol: 'USDT', amount: '80', tick: null },
  ],
  pledgeValue: '2000',
  principal: '700',
  principalPaid: '300',
  interestPaid: '12.5',
  payments: [
    { seq: 71, at: '2026-11-10T09:00:00.000Z', principal: '200', interest: '12.5' },
    { seq: 72, at: '2026-11-11T09:00:00.000Z', principal: '100', interest: '0' },
  ],
  agreementId: 3,
  state: 'repaying',
  repaymentAt: '2027-02-01T08:00:00.000Z',
} as unknown as LoanEvidence['loan'];
/** 500 USDT of bitcoin, at the tick of the spot order. */
const CONVERSION: Conversion = {
  id: 2674,
  from: 'USDT',
  to: 'BTC',
  amount: '500',
  received: '0.00519',
  reference: '0.00001041458734',
  price: '0.00001038',
  spreadRate: '0.0033208',
  ticks: [{ code: 'BTCUSDT', tick: boughtCoins().order.fills[0]!.tick! }],
  at: '2026-11-30T04:10:37.340Z',
  leadMs: 0,
};
/** Its proof is that of another order: its prices are on the tape, its result is not. */
export const planOf = (more: Partial<PlanEvidence['plan']> = {}): PlanEvidence => {
  const { log, lines, proof } = boughtCoins();
  return { plan: { ...EARNING_PLAN, ...more }, ticks: [], log, lines, proof };
};
export const loanOf = (more: Partial<LoanEvidence['loan']> = {}): LoanEvidence => {
  const { log, lines, proof, ticks } = boughtCoins();
  return { loan: { ...LOAN, ...more }, agreement: { text: 'Agreed.' }, steps: [], ticks, log, lines, proof };
};
export const conversionOf = (more: Partial<Conversion> = {}): ResultOf<'getConversion'> => {
  const { log, lines, proof, ticks } = boughtCoins();
  return { conversion: { ...CONVERSION, ...more }, terms: { from: 1, to: 1 }, ticks, log, lines, proof };
};
/** As the server makes it of an order, signed by the operator. */
export function sharedOf(evidence: unknown, kind: 'option' | 'spot'): ResultOf<'getSharedReceipt'> {
  const receipt = redact(evidence, { kind, at: Date.parse('2026-11-30T06:00:00.000Z'), publicKey: OPERATOR_KEY });
  return { ...receipt, signature: sign(null, sharedBytes(receipt), OPERATOR.privateKey).toString('hex') } as never;
}
