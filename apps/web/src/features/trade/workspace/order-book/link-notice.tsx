import { useT } from '@glasshouse/app/language/language';
import { Icon } from '@glasshouse/ui';
import { RefreshCw } from '@glasshouse/ui/icon/icons';
import { useMarketState } from '../../../../live/market.ts';
import styles from './order-book.module.css';

/** Whether the data predates a lost connection: it is down, or up without new data yet. */
export function useIsOld(stale: boolean): boolean {
  const state = useMarketState();
  return stale || state === 'reconnecting' || state === 'offline';
}

/** Warns that the data predates a lost connection; otherwise shows `otherwise`. */
export function LinkNotice({ stale, otherwise }: { stale: boolean; otherwise?: string | undefined }) {
  const t = useT();
  const state = useMarketState();
  const lost = useIsOld(stale);
  return (
    <>
      {/* Not a live region: the page already announces it. */}
      <span className={styles.notice}>
        {lost && (
          <>
            <Icon of={RefreshCw} size="s" />
            {t(state === 'offline' ? 'common:state.offline' : 'common:state.reconnecting')}
          </>
        )}
      </span>
      {!lost && otherwise}
    </>
  );
}
