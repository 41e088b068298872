import { useT } from '@glasshouse/app/language/language';
import { Segmented } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import styles from './orders.module.css';

interface OrderViewsProps {
  readonly live: ReactNode;
  readonly history: ReactNode;
  /** At the end of the bar: actions for all orders. */
  readonly actions?: ReactNode;
}

/** Live and past orders of one product. */
export function OrderViews({ live, history, actions }: OrderViewsProps) {
  const t = useT();
  const [view, setView] = useState<'live' | 'history'>('live');
  return (
    <>
      <div className={styles.views}>
        <Segmented
          size="s"
          label={t('trade:orders.title')}
          value={view}
          onChange={setView}
          options={[
            { value: 'live', label: t('trade:orders.live') },
            { value: 'history', label: t('trade:orders.history') },
          ]}
        />
        {actions}
      </div>
      {view === 'live' ? live : history}
    </>
  );
}
