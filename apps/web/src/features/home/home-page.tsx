import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Card, Page, Stack, useIsHydrating } from '@glasshouse/ui';
import { useDeferredValue } from 'react';
import { MarketList } from '../../parts/market/market-list.tsx';
import { SourceBadge } from '../../parts/market/source-badge.tsx';
import { useExplorer } from '../../parts/market/use-explorer.ts';
import { FeatureLinks } from './feature-links.tsx';
import { Hero } from './hero.tsx';
import styles from './home-page.module.css';
import { LateFigures } from './late-figures.tsx';

/** Rows of each type: the page ends within reach, and the market page has them all. */
const HOME_ROWS = 6;

/** An introduction for visitors, and the market. */
export function HomePage() {
  const t = useT();
  const explorer = useExplorer('home');
  // The heading is painted first; the list with its many cells follows in the next task, unless the
  // server has painted both.
  const listTurn = useDeferredValue(true, useIsHydrating());
  const isSearching = explorer.view.search.trim() !== '';
  const shown = isSearching ? explorer : { ...explorer, rows: explorer.rows.slice(0, HOME_ROWS) };
  return (
    <Page>
      <Hero />
      <LateFigures />
      <section aria-labelledby="home-market">
        <Stack row spread className={styles.listHead}>
          <h2 id="home-market" className={styles.listTitle}>
            {t('market:list.title')}
          </h2>
          <SourceBadge source={explorer.rows[0]?.source} predictable={explorer.rows[0]?.predictable} />
        </Stack>
        <Card flush className={styles.card}>
          {listTurn ? (
            <MarketList explorer={shown} kind="page" />
          ) : (
            <div aria-busy="true" className={styles.placeholder} />
          )}
        </Card>
        {shown.rows.length < explorer.rows.length && (
          <LinkButton href="/market" className={styles.all}>
            {t('home:allMarkets')}
          </LinkButton>
        )}
      </section>
      <FeatureLinks />
    </Page>
  );
}
