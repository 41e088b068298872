import { useT } from '@glasshouse/app/language/language';
import { EmptyState, Page, SkeletonBlock } from '@glasshouse/ui';
import { MarketList } from '../../parts/market/market-list.tsx';
import { SourceBadge } from '../../parts/market/source-badge.tsx';
import { useExplorer } from '../../parts/market/use-explorer.ts';
import { useIsMobile } from '../../parts/page/layout.ts';
import { ChosenMarket } from './chosen-market.tsx';
import styles from './market-page.module.css';
import { useChosen } from './use-chosen.ts';

/** The market list and, on a desktop, the chart of the chosen market beside it. */
export function MarketPage() {
  return useIsMobile() ? <MobileMarket /> : <DesktopMarket />;
}

function MobileMarket() {
  const t = useT();
  const explorer = useExplorer('market');
  return (
    <Page>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('market:title')}</h1>
        <SourceBadge source={explorer.rows[0]?.source} predictable={explorer.rows[0]?.predictable} />
      </div>
      <div className={styles.card}>
        <MarketList explorer={explorer} kind="page" />
      </div>
    </Page>
  );
}

function DesktopMarket() {
  const t = useT();
  const explorer = useExplorer('market');
  const { code, choose } = useChosen(explorer.rows[0]?.code);
  return (
    <Page width="wide" className={styles.split}>
      <div className={styles.pane}>
        <MarketList explorer={explorer} kind="pane" currentCode={code} onPick={(row) => choose(row.code)} />
      </div>
      <div className={styles.main}>
        {code !== undefined ? (
          <ChosenMarket code={code} />
        ) : explorer.list.state === 'loading' ? (
          <SkeletonBlock height="100%" />
        ) : (
          <EmptyState title={t('common:state.nothingFound')} />
        )}
      </div>
    </Page>
  );
}
