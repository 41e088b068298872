import { Card, Page, Stack } from '@glasshouse/ui';
import { useDeferredValue } from 'react';
import { useT } from '../../i18n/language.ts';
import { useSession } from '../../session/session.ts';
import { MarketList } from '../../shared/market/market-list.tsx';
import { useExplorer } from '../../shared/market/use-explorer.ts';
import { SourceBadge } from '../../shared/source-badge.tsx';
import { AccountStrip } from './account-strip.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { Hero } from './hero.tsx';
import styles from './home-page.module.css';

/** An introduction for visitors, the balance for users, and the market for everybody. */
export function HomePage() {
  const t = useT();
  const session = useSession();
  const explorer = useExplorer('home');
  // The heading is painted first; the list with its many cells follows in the next task.
  const listTurn = useDeferredValue(true, false);
  return (
    <Page>
      {session === undefined ? <Hero /> : <AccountStrip />}
      {session === undefined && <FeatureCards />}
      <section aria-labelledby="home-market">
        <Stack row spread className={styles.listHead}>
          <h2 id="home-market" className={styles.listTitle}>
            {t('market:list.title')}
          </h2>
          <SourceBadge source={explorer.rows[0]?.source} />
        </Stack>
        <Card flush className={styles.card}>
          {listTurn ? (
            <MarketList explorer={explorer} kind="page" />
          ) : (
            <div aria-busy="true" className={styles.placeholder} />
          )}
        </Card>
      </section>
    </Page>
  );
}
