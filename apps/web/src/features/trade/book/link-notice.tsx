import { Icon } from '@glasshouse/ui';
import { RefreshCw } from '@glasshouse/ui/icon/icons';
import { useT } from '../../../i18n/language.ts';
import { useMarketState } from '../../../live/market.ts';
import styles from './book.module.css';

/** Says that what stands there is from before the link was lost; `otherwise` has the place while all is well. */
export function LinkNotice({ stale, otherwise }: { stale: boolean; otherwise?: string | undefined }) {
  const t = useT();
  const state = useMarketState();
  const lost = state === 'reconnecting' || state === 'offline' || stale;
  return (
    <>
      <span role="status" className={styles.notice}>
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
