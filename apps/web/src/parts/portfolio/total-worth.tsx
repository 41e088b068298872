import type { ResultOf } from '@glasshouse/api';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { MessageKey } from '@glasshouse/i18n';
import { worthDerivation } from '@glasshouse/rules/derivations/holdings';
import { add, amountOf, formatAmount } from '@glasshouse/rules/money';
import { type OpenOrders, openAdds, openAddsDerivation } from '@glasshouse/trade/portfolio/open-result';
import { pledgedWorth } from '@glasshouse/trade/portfolio/part-worth';
import { Figure, Skeleton } from '@glasshouse/ui';
import { useMemo } from 'react';
import { marketSnapshot } from '../../live/market.ts';
import { tickOfNow } from '../../live/tick-of-now.ts';
import { useAcrossQuotes } from '../orders/use-across-quotes.ts';
import { useOrderMarkets } from '../orders/use-order-markets.ts';
import { DerivedNow } from '../reasons/derived.tsx';
import { statementHref } from '../statement/statement-href.ts';
import styles from './total-worth.module.css';
import { useOpenOrders } from './use-result.ts';

type Balances = ResultOf<'listBalances'>;

/** What is open is called this where it counts in a total. */
const IF_CLOSED = 'funds:summary.ifClosed' satisfies MessageKey;
/** What is owed for loans, where it is subtracted from a total. */
const OWED = 'funds:summary.owed' satisfies MessageKey;
const NOTHING_OPEN: OpenOrders = { contracts: [], options: [] };

/**
 * What would be added to the balances if everything open ended now; undefined until it is known.
 */
function useOpenAdds(): { readonly adds: string | undefined; readonly orders: OpenOrders } {
  const known = useOpenOrders();
  const orders = known ?? NOTHING_OPEN;
  const { contracts, options } = orders;
  useOrderMarkets(contracts);
  useOrderMarkets(options);
  const codes = useMemo(() => [...new Set([...contracts, ...options].map(({ code }) => code))], [contracts, options]);
  const adds = useAcrossQuotes(codes, (quoteOf) => openAdds(orders, quoteOf));
  return { adds: known === undefined ? undefined : adds, orders };
}

/**
 * The one total value of a book: its balances, and what everything open would add to them if it
 * ended now, less what is owed for loans.
 */
export function useTotalWorth(balances: Balances | undefined): string | undefined {
  const { adds } = useOpenAdds();
  const total = balances?.netUsdt;
  return adds === undefined || total === undefined ? undefined : formatAmount(add(amountOf(total), amountOf(adds)));
}

interface TotalWorthProps {
  readonly balances: Balances | undefined;
  readonly size?: 'xxl' | 'xxxl' | undefined;
}

/** The total value of a book, which opens into each coin, what is open and what is owed. */
export function TotalWorth({ balances, size }: TotalWorthProps) {
  const t = useT();
  const { orders } = useOpenAdds();
  const total = useTotalWorth(balances);
  if (balances === undefined || total === undefined) {
    return <Skeleton width="2rem" height="0.28rem" />;
  }
  const derive = () => {
    const open = openAddsDerivation(orders, (code) => marketSnapshot.quote(code), tickOfNow);
    return worthDerivation({
      coins: balances.items,
      open: open && { label: IF_CLOSED, derived: open },
      owed: { label: OWED, value: balances.owedUsdt },
    });
  };
  return (
    <DerivedNow
      derive={derive}
      value={total}
      name={t('common:word.total')}
      places={2}
      asset="USDT"
      size={size}
      sources={{ ledger: statementHref({}) }}
    />
  );
}

/** What is owed, as it is subtracted; it leads to the loans. */
function Owed({ owed }: { readonly owed: string }) {
  return (
    <Link href="/loan">
      <Figure value={`-${owed}`} places={2} asset="USDT" />
    </Link>
  );
}

/** What of a total is pledged, and what was subtracted for loans: on every page that shows one. */
export function WorthParts({ balances }: { readonly balances: Balances | undefined }) {
  const t = useT();
  if (balances === undefined) return null;
  const pledged = pledgedWorth(balances.items);
  const { owedUsdt } = balances;
  if (pledged === '0' && owedUsdt === '0') return null;
  return (
    <dl className={styles.parts}>
      {pledged !== '0' && (
        <div>
          <dt>{t('account:balances.collateral')}</dt>
          <dd>
            <Figure value={pledged} places={2} asset="USDT" />
          </dd>
        </div>
      )}
      {owedUsdt !== '0' && (
        <div>
          <dt>{t(OWED)}</dt>
          <dd>
            <Owed owed={owedUsdt} />
          </dd>
        </div>
      )}
    </dl>
  );
}
