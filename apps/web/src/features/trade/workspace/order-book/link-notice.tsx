import { Icon } from '@glasshouse/ui';
import { RefreshCw } from '@glasshouse/ui/icon/icons';
import { useT } from '../../../../i18n/language.ts';
import { useMarketState } from '../../../../live/market.ts';
import styles from './order-book.module.css';

/** Whether what is shown is from before the link was lost: it is down, or up and has not told anything new. */
export function useIsOld(stale: boolean): boolean {
  const state = useMarketState();
  return stale || state === 'reconnecting' || state === 'offline';
}

/** Says that what stands there is from before the link was lost; `otherwise` has the place while all is well. */
export function LinkNotice({ stale, otherwise }: { stale: boolean; otherwise?: string | undefined }) {
  const t = useT();
  const state = useMarketState();
  const lost = useIsOld(stale);
  return (
    <>
      {/* No status of its own: the page says it once, above everything. */}
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
