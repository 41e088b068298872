import { cx } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { MarketList } from '../../shared/market/market-list.tsx';
import { detailHref, MARKET_TABS } from '../../shared/market/market-query.ts';
import { useExplorer } from '../../shared/market/use-explorer.ts';
import styles from './currency-page.module.css';

/** The other markets, one press away. */
export function MarketsPane({ code, type, className }: { code: string; type: number; className: string | undefined }) {
  const [, navigate] = useLocation();
  const explorer = useExplorer('market', MARKET_TABS.find((tab) => tab.type === type)?.type);
  return (
    <div className={cx(styles.pane, className)}>
      <MarketList
        explorer={explorer}
        kind="pane"
        currentCode={code}
        onPick={(row) => navigate(detailHref(row), { replace: true })}
      />
    </div>
  );
}
