import { needMessages, useT } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import { Banner } from '@glasshouse/ui';
import { useEffect, useState } from 'react';
import { useMarketState } from '../../live/market.ts';
import { useSandbox } from '../../parts/account/use-sandbox.ts';
import { useIsTouring } from '../../parts/tour/tour-flag.ts';
import styles from './notices.module.css';

/** A connection that recovers within this time is not worth mentioning. */
const PATIENCE_MS = 1500;

/** If it does not come, the next visit goes on with it. */
const TourBar = lazyPart(async () => {
  const [bar] = await Promise.all([import('../tour/tour-bar.tsx'), needMessages(['guide', 'trade'])]);
  return bar.TourBar;
});

/**
 * Notices about the whole page: a sandbox installation, and prices that are stale because the
 * connection is down.
 */
export function Notices() {
  const t = useT();
  const session = useSession();
  const demo = useBook() === 'demo';
  const sandbox = useSandbox();
  const state = useLastingState();
  const touring = useIsTouring();
  const isLost = state === 'offline' || state === 'reconnecting';
  useEffect(() => {
    // All live figures of the page are dimmed, not only those that watch the link themselves.
    document.documentElement.toggleAttribute('data-link-lost', isLost);
  }, [isLost]);
  return (
    <>
      {touring && (
        <LazyPlace waiting={<div className={styles.tour} />}>
          <TourBar />
        </LazyPlace>
      )}
      {session !== undefined && !demo && sandbox && (
        <Banner kind="info" strip className={styles.sandbox}>
          {t('shell:banner.sandbox')}
        </Banner>
      )}
      {state === 'reconnecting' && (
        <Banner kind="reconnecting" strip>
          {t('common:state.reconnecting')} {t('common:state.offlineHint')}
        </Banner>
      )}
      {state === 'offline' && (
        <Banner kind="offline" strip>
          {t('common:state.offline')} · {t('common:state.offlineHint')}
        </Banner>
      )}
    </>
  );
}

function useLastingState() {
  const state = useMarketState();
  const [lasting, setLasting] = useState(state);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(state), state === 'live' ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return lasting;
}
