import { useT } from '@glasshouse/app/language/language';
import { cx } from '@glasshouse/ui';
import { useMarketState } from '../../live/market.ts';
import styles from './connection-state.module.css';

/** Whether prices are live, as a dot and a word. */
export function ConnectionState() {
  const t = useT();
  const state = useMarketState();
  const words = {
    connecting: t('shell:connection.connecting'),
    live: t('shell:connection.live'),
    reconnecting: t('common:state.reconnecting'),
    offline: t('common:state.offline'),
  }[state];
  return (
    <span className={cx(styles.state, styles[state])}>
      <span className={styles.dot} />
      <span className={styles.word}>{words}</span>
    </span>
  );
}
