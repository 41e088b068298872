import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type Amount, add, amountOf, formatAmount, subtract, ZERO } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import type { Pool } from '../../platform/postgres.ts';

type Reconciliation = OperatorResultOf<'getReconciliation'>;
type AssetLine = Reconciliation['assets'][number];
type Part = AssetLine['parts'][number]['part'];

/** What the published addresses hold, as somebody found when they last looked. */
export interface ChainBalance {
  readonly network: string;
  readonly asset: string;
  readonly balance: string;
  readonly addresses: number;
  readonly at: number;
}
export type ChainBalances = () => Promise<readonly ChainBalance[]>;

interface Sums {
  readonly asset: string;
  readonly external: string;
  readonly credited: string;
  readonly paid_out: string;
  readonly fees: string;
  readonly pending: string;
  readonly unconfirmed: string;
  readonly simulated: string;
  readonly bank_in: string;
  readonly bank_out: string;
  readonly house: string;
}

const ASSETS_MAX = 200;

/**
 * The real book's `external`, with its sign turned: what came in and has not left. Against it, what
 * the published addresses hold, and everything that explains a difference. What moved or was seen
 * on a chain comes first: a house that holds hundreds of coins must not push it off the end.
 */
const SUMS = `
  with ledger as (
    select asset, -sum(balance) as external from accounts
     where owner = 0 and book = 'real' and kind = 'external' group by asset),
  incoming as (
    select asset, coalesce(sum(credited - coalesce((select amount from deposit_holds h
                                                     where h.deposit = deposits.id and h.state = 'returned'), 0)), 0) as credited,
           coalesce(sum(credited) filter (where simulated), 0) as simulated,
           coalesce(sum(credited) filter (where method = 'bank'), 0) as bank_in,
           coalesce(sum(arrived) filter (where credited is null and output is not null and not simulated
                                          and state in ('confirming', 'reviewing', 'rejected')), 0) as pending
      from deposits group by asset),
  outgoing as (
    select asset, coalesce(sum(received) filter (where state in ('sent', 'confirmed')), 0) as paid_out,
           coalesce(sum(fee) filter (where state in ('sent', 'confirmed')), 0) as fees,
           coalesce(sum(received) filter (where state = 'sent' and method = 'crypto'), 0) as unconfirmed,
           coalesce(sum(received) filter (where state in ('sent', 'confirmed') and method = 'bank'), 0) as bank_out
      from withdrawals group by asset),
  house as (
    select p.asset, sum(case f.kind when 'external' then p.amount else 0 end)
                    - sum(case t.kind when 'external' then p.amount else 0 end) as house
      from postings p join accounts f on f.id = p.from_id join accounts t on t.id = p.to_id
     where (p.reason like 'house.%' or p.reason = 'contracts.capitalCall') and p.book = 'real'
       and f.owner = 0 and t.owner = 0 group by p.asset)
  select a.asset, coalesce(external, 0)::text as external,
         coalesce(credited, 0)::text as credited, coalesce(paid_out, 0)::text as paid_out, coalesce(fees, 0)::text as fees,
         coalesce(pending, 0)::text as pending, coalesce(unconfirmed, 0)::text as unconfirmed,
         coalesce(simulated, 0)::text as simulated, coalesce(bank_in, 0)::text as bank_in,
         coalesce(bank_out, 0)::text as bank_out, coalesce(house, 0)::text as house
    from (select asset from ledger union select asset from incoming union select asset from outgoing
          union select unnest($1::text[])) a
    left join ledger using (asset) left join incoming using (asset) left join outgoing using (asset)
    left join house using (asset)
   order by a.asset = any($1) or incoming.asset is not null or outgoing.asset is not null desc, a.asset
   limit ${ASSETS_MAX}`;

export async function reconcile(pool: Pool, chainBalances: ChainBalances, now: number): Promise<Reconciliation> {
  const balances = await chainBalances();
  const { rows } = await pool.query<Sums>(SUMS, [balances.map(({ asset }) => asset)]);
  return {
    at: isoTime(now),
    assets: rows.map((sums) =>
      assetLine(
        sums,
        balances.filter(({ asset }) => asset === sums.asset),
      ),
    ),
  };
}

/**
 * On the chain should be: the ledger, more what arrived and is not credited, more what was sent and
 * has not left the addresses yet, less what never touched a chain (simulated, bank, the operator's
 * own funds). Each part has its own source, the house's its ledger lines, so that nothing can hide
 * in a remainder. What is not explained was moved to the treasury, or is missing.
 */
function assetLine(sums: Sums, balances: readonly ChainBalance[]): AssetLine {
  const ledger = amountOf(sums.external);
  const bank = subtract(amountOf(sums.bank_in), amountOf(sums.bank_out));
  const parts: [Part, Amount][] = [
    ['pendingCredits', amountOf(sums.pending)],
    ['sentUnconfirmed', amountOf(sums.unconfirmed)],
    ['simulated', subtract(ZERO, amountOf(sums.simulated))],
    ['bank', subtract(ZERO, bank)],
    ['houseFunds', subtract(ZERO, amountOf(sums.house))],
  ];
  const expected = parts.reduce((sum, [, amount]) => add(sum, amount), ledger);
  const onChain = balances.reduce((sum, { balance }) => add(sum, amountOf(balance)), ZERO);
  const looked = balances.length === 0 ? null : Math.min(...balances.map(({ at }) => at));
  return {
    symbol: sums.asset,
    ledger: formatAmount(ledger),
    onChain: looked === null ? null : formatAmount(onChain),
    onChainAt: looked === null ? null : isoTime(looked),
    networks: balances.map(({ network, addresses, balance }) => ({
      network: network as AssetLine['networks'][number]['network'],
      addresses,
      balance,
    })),
    parts: parts
      .filter(([, amount]) => amount !== ZERO)
      .map(([part, amount]) => ({ part, amount: formatAmount(amount) })),
    difference: looked === null ? null : formatAmount(subtract(onChain, expected)),
    credited: formatAmount(amountOf(sums.credited)),
    paidOut: formatAmount(amountOf(sums.paid_out)),
    fees: formatAmount(amountOf(sums.fees)),
  };
}
