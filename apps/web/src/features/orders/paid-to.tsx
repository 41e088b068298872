import { totalOf } from '@glasshouse/trade/contracts/total-of';
import { Figure } from '@glasshouse/ui';
import { moneyPlaces } from '../../parts/money/money.tsx';
import { shortPlaces } from '../../parts/money/short-places.ts';
import type { StatementLine } from '../../parts/statement/lines-table.tsx';
import { lineAnchor } from '../../parts/statement/statement-href.ts';

interface PaidToProps {
  readonly asset: string;
  readonly lines: readonly StatementLine[];
  /** The lines are those of one account, for any of these. */
  readonly reasons: readonly string[];
  /** The balance that can be used, if it is not said. */
  readonly account?: 'available' | 'held' | undefined;
  /** Where the amount is known without its lines. */
  readonly amount?: string | undefined;
  /** With two decimals, as USDT outside of lists. */
  readonly isCents?: boolean;
}

/** An amount of the balance with the ledger line that booked it, which the list beside shows. */
export function PaidTo({ asset, lines, reasons, account = 'available', amount, isCents = false }: PaidToProps) {
  const own = lines
    .filter((line) => line.account === account && line.asset === asset && reasons.includes(line.reason))
    .toSorted((left, right) => left.seq - right.seq);
  const line = own.at(-1);
  const value = amount ?? (line === undefined ? undefined : sizeOf(own));
  return (
    <>
      {amount === undefined || isCents ? (
        <Figure value={value} places={2} asset={asset} />
      ) : (
        <Figure value={value} places={Math.min(moneyPlaces(amount), shortPlaces(asset, amount).max)} asset={asset} />
      )}
      {line !== undefined && (
        <>
          {' · '}
          <a href={`#${lineAnchor(line.id)}`}>
            <bdi dir="ltr">#{line.seq}</bdi>
          </a>
        </>
      )}
    </>
  );
}

/** Unsigned: whether it came or went is said by its name. */
const sizeOf = (lines: readonly StatementLine[]): string => totalOf(lines.map(({ amount }) => amount)).replace('-', '');
