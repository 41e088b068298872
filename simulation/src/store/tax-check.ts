import { COST_METHODS } from '@glasshouse/api/constants';
import { formatAmount } from '@glasshouse/rules/money';
import { taxYearOf } from '@glasshouse/rules/tax-year';
import type { Book } from '@glasshouse/server/kernel/core/types';
import { type TaxSummary, taxReport } from '@glasshouse/server/ledger/tax/report';
import type { Pool } from '@glasshouse/server/platform/postgres';

/** What lasts for years and changes a year's result, and where the report must tell it. */
const TOLD: Readonly<Record<string, string>> = {
  'plans.yield': 'income plans',
  'referrals.reward': 'income referrals',
  'loans.interest': 'financing loans',
};

interface Sum {
  readonly user: number;
  readonly book: Book;
  readonly year: number;
  readonly reason: string;
  readonly asset: string;
  readonly sum: string;
}

/**
 * Each person's report of each year by each method, against the postings of that year: what
 * `taxReport` says of yields, interest and rewards is what the ledger moved, and nothing else is.
 */
export async function checkTaxReports(pool: Pool): Promise<readonly string[]> {
  const { rows: sums } = await pool.query<Sum>(
    `select p.user_id as "user", p.book, extract(year from p.at at time zone 'UTC')::int as year, p.reason, p.asset,
            trim_scale(sum(case when t.owner = p.user_id then p.amount else 0 end
                         - case when f.owner = p.user_id then p.amount else 0 end))::text as sum
       from postings p join accounts f on f.id = p.from_id join accounts t on t.id = p.to_id
      where p.user_id <> 0
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  );
  const years = new Map<string, Sum[]>();
  for (const sum of sums) {
    const key = `${sum.user} ${sum.book} ${sum.year}`;
    years.set(key, [...(years.get(key) ?? []), sum]);
  }
  const findings: string[] = [];
  for (const [key, moved] of years) {
    for (const method of COST_METHODS) {
      const reported = await statementsIn(pool, moved[0] as Sum, method);
      const expected = moved
        .filter(({ reason, sum }) => TOLD[reason] !== undefined && sum !== '0')
        .map(({ reason, asset, sum }) => `${TOLD[reason]} ${asset}: ${sum}`)
        .sort();
      if (reported.join('; ') !== expected.join('; ')) {
        findings.push(`tax report ${key} by ${method}: "${reported.join('; ')}", the ledger "${expected.join('; ')}"`);
      }
    }
  }
  return findings;
}

/** Sections and sums of a report, those that the ledger is asked about; or why there is none. */
async function statementsIn(
  pool: Pool,
  { user: userId, book, year: number }: Sum,
  method: (typeof COST_METHODS)[number],
): Promise<string[]> {
  const year = taxYearOf({ year: number, starts: '01-01', zone: 'UTC' });
  if (year === undefined) return [`no year ${number}`];
  // Nothing has a price here: what counts are quantities.
  const none = async () => undefined;
  const deps = { pool, precisionOf: () => undefined, tickBefore: none, tickOf: none };
  const request = { userId, book, year, method, currency: 'USDT', now: year.to } as const;
  const report = await taxReport(deps, request).catch((error: Error) => error);
  if (report instanceof Error) return [report.message];
  if ('refused' in report) return [`refused with ${report.refused}`];
  return sumsOf(report);
}

const sumsOf = ({ totals }: TaxSummary): string[] =>
  totals
    .filter(({ section, kind }) => Object.values(TOLD).includes(`${section} ${kind}`))
    .map(({ section, kind, asset, quantity, result }) => {
      const isCounted = asset !== 'USDT' || quantity === result;
      return `${section} ${kind} ${asset}: ${formatAmount(quantity)}${isCounted ? '' : ` counted as ${formatAmount(result)}`}`;
    })
    .sort();
