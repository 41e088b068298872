import { code } from '@glasshouse/api/codes';
import { type Amount, amountOf, formatAmount, parseAmount } from '@glasshouse/rules/money';
import { isBarred, parameterOf } from '../../authority/slice.ts';
import { figureOf } from '../../figures/in-force.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import { rulesOf } from '../../kernel/core/rules.ts';
import type {
  Command,
  CommandInput,
  CoreState,
  MarketView,
  Outcome,
  Refusal,
  UserEvent,
} from '../../kernel/core/types.ts';
import { type CurrencyFacts, currencyFacts, currencyRateOf, usdtAtRate } from '../funding/currency-rate.ts';
import { HOUR_MS, stepOf, withStep } from '../funding/steps.ts';
import { currencyMarket, lastPrice, type PriceTick, USDT, usdtOfCurrency } from '../funding/value.ts';
import { type Deposit, depositChange, hashChange } from './rows.ts';
import { depositsOf, hashKey, liveOf } from './slice.ts';

/** `amount` is of the coin; of a bank transfer, of the currency of the operator's account. */
export type ClaimBody = {
  readonly method: 'crypto' | 'bank';
  readonly asset: string;
  readonly network: string | null;
  readonly amount: string;
  /** In the one spelling of the network. */
  readonly hash: string | null;
  readonly proof: string | null;
};

/**
 * Since these rules evidence counts once, a reviewer's word takes two persons, and a report claims
 * nothing.
 */
export const countsEvidence = (state: CoreState): boolean => 10 <= rulesOf(state);

/** `USD` needs no price. */
export const bankCurrencyOf = (state: CoreState): string =>
  parameterOf(state, 'deposit.bank').currency ?? figureOf(state, 'deposits.currency');

export const currencyTick = (market: MarketView, currency: string): PriceTick | null =>
  currency === 'USD' ? null : lastPrice(market, currencyMarket(currency));

export function gatherClaim(
  { body }: CommandInput<ClaimBody>,
  at: number,
  market: MarketView,
  state: CoreState,
): ClaimFacts {
  if (body.method !== 'bank') return null;
  const currency = bankCurrencyOf(state);
  return countsEvidence(state) ? currencyFacts(market, currency, at) : currencyTick(market, currency);
}

/** Logs of before the price was looked at have the tick alone. */
export type ClaimFacts = PriceTick | CurrencyFacts;

/** What is reported by bank is worth; a refusal while nobody could convert it. */
function bankValueOf(
  state: CoreState,
  { at, facts }: Command<ClaimBody, ClaimFacts>,
  amount: Amount,
): Amount | Refusal {
  if (!countsEvidence(state)) return usdtOfCurrency(amount, facts as PriceTick | null);
  const rate = currencyRateOf(state, facts as CurrencyFacts, { at, field: 'method' });
  return rate.ok ? usdtAtRate(amount, rate) : rate;
}

/**
 * A person says that money is on its way. Nothing is credited by it. Refusals in order: 10008
 * frozen, 11055 coin or network not offered, 11161 reported by this person already, 11067 neither
 * hash nor image, 10015 a currency that nobody could convert now, 11070 too little, 11168 too many
 * reports wait.
 */
export function claim(state: CoreState, command: Command<ClaimBody, ClaimFacts>): Outcome {
  const { userId, seq, at, body } = command;
  const slice = depositsOf(state);
  const bank = parameterOf(state, 'deposit.bank');
  const minimum = parameterOf(state, 'deposit.minimums')[body.asset];
  if (isBarred(state, userId)) return refuse(code.userStatusWrong);
  if (minimum === undefined) return refuse(code.networkUnsupported, 'symbol');
  const byBank = body.method === 'bank';
  if (byBank && (body.asset !== USDT || bank.holder === undefined)) return refuse(code.networkUnsupported, 'method');
  if (!byBank && body.network === null) return refuse(code.networkUnsupported, 'network');
  const amount = parseAmount(body.amount);
  if (amount === undefined || amount === 0n) return refuse(code.outOfRange, 'amount');

  const users = body.hash === null || body.network === null ? [] : hashesOf(state, body.network, body.hash);
  const found = users.find(({ user_id }) => user_id === userId);
  const known = found === undefined ? undefined : slice.deposits.get(found.deposit);
  // A hash is no secret: what others report of it keeps nobody from reporting it too.
  const isTaken = countsEvidence(state) ? found !== undefined : 0 < users.length;
  if (isTaken && (known === undefined || known.claimed !== null)) return refuse(code.transferClaimed, 'txHash');
  if (body.hash === null && body.proof === null) return refuse(code.imageRequired, 'proofFileId');
  const value = byBank ? bankValueOf(state, command, amount) : amount;
  if (typeof value !== 'bigint') return value;
  if (value < amountOf(minimum)) return refuse(code.belowDepositMinimum, 'amount');
  const waiting = liveOf(slice, userId).filter(({ closed_at }) => closed_at === null);
  if (figureOf(state, 'deposits.waitingMax') <= waiting.length && known === undefined)
    return refuse(code.tooManyRequestsWaiting);

  if (known !== undefined) {
    // The watcher was faster: the report joins the transfer.
    const joined: Deposit = {
      ...known,
      claimed: formatAmount(amount),
      proof: body.proof ?? known.proof,
      steps: withStep(known.steps, stepOf(command, 'claimed')),
    };
    return { ok: true, result: { id: joined.id }, postings: [], rows: [depositChange(joined)], events: [] };
  }
  const made: Deposit = {
    ...newDeposit(command),
    method: body.method,
    asset: body.asset,
    network: byBank ? null : body.network,
    state: 'pending',
    claimed: formatAmount(amount),
    tx_hash: byBank ? null : body.hash,
    currency: byBank ? bankCurrencyOf(state) : null,
    proof: body.proof,
    steps: [stepOf(command, 'claimed')],
    due_at: at + figureOf(state, 'deposits.reviewHours') * HOUR_MS,
  };
  const rows = [depositChange(made)];
  if (made.network !== null && made.tx_hash !== null) {
    const { network, tx_hash } = made;
    rows.push(hashChange({ network, tx_hash, deposit: seq, user_id: userId, output: null, holds: true }));
  }
  return { ok: true, result: { id: seq }, postings: [], rows, events: [depositEvent(made)] };
}

export const hashesOf = (state: CoreState, network: string, hash: string) => [
  ...(depositsOf(state).hashes.get(hashKey(network, hash))?.values() ?? []),
];

/** What every new deposit starts from. */
export const newDeposit = ({
  seq,
  userId,
  book,
  at,
}: Command): Omit<Deposit, 'method' | 'asset' | 'network' | 'state'> => ({
  id: seq,
  user_id: userId,
  book,
  claimed: null,
  arrived: null,
  credited: null,
  value_usdt: null,
  tick: null,
  frozen: '0',
  owed: '0',
  address: null,
  sender: null,
  tx_hash: null,
  output: null,
  block: null,
  confirmations: null,
  needed: null,
  currency: null,
  currency_amount: null,
  proof: null,
  simulated: false,
  reason: null,
  note: null,
  steps: [],
  placed_at: at,
  due_at: null,
  closed_at: null,
  settled: false,
});

export const depositEvent = ({ user_id, book, id, state, asset }: Deposit): UserEvent => ({
  userId: user_id,
  book,
  kind: 'deposit',
  data: { id, state, asset },
});
