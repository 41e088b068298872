import { useT } from '@glasshouse/app/language/language';
import { cx, IconButton, Tabs } from '@glasshouse/ui';
import { ChevronDown, ChevronUp } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLiveContracts, useLiveOptions } from '../../../parts/orders/live-orders.ts';
import { useIsMobile } from '../../../parts/page/layout.ts';
import { OpenResult } from '../../../parts/portfolio/result.tsx';
import { useWindowWidth } from './layout/use-window-width.ts';
import { PastOrders } from './order-tables/past-orders.tsx';
import { Positions } from './order-tables/positions.tsx';
import { useOrderCounts } from './order-tables/use-order-counts.ts';
import { WaitingOrders } from './order-tables/waiting-orders.tsx';
import styles from './orders-panel.module.css';

type View = 'positions' | 'orders' | 'history';

/** Below this width of the window, what is used less often is in the menu of a row. */
const WHOLE_FROM_PX = 1_280;

interface OrdersPanelProps {
  /** Only the tabs show. */
  readonly folded?: boolean | undefined;
  /** Folds and unfolds it; omitted where it has a view of its own. */
  readonly onFold?: (() => void) | undefined;
}

/**
 * The user's orders on all markets and of all products: what is open, what waits, what has ended.
 * Until a tab is pressed, it shows what waits where nothing is open.
 */
export function OrdersPanel({ folded = false, onFold }: OrdersPanelProps) {
  const t = useT();
  const counts = useOrderCounts();
  const isMobile = useIsMobile();
  const isFolded = !useWindowWidth(WHOLE_FROM_PX) && !isMobile;
  const [pressed, setPressed] = useState<View>();
  const isWaitingOnly = counts.positions === 0 && counts.orders !== undefined && 0 < counts.orders;
  const value = pressed ?? (isWaitingOnly ? 'orders' : 'positions');
  const counted = (count: number | undefined) => (count === undefined ? undefined : `${count}`);
  return (
    <div className={cx(styles.place, folded && styles.folded)}>
      <div className={styles.end}>
        <IfAllClosed />
        {onFold !== undefined && (
          <IconButton
            size="s"
            icon={folded ? ChevronUp : ChevronDown}
            label={t(folded ? 'workspace:layout.showOrders' : 'workspace:layout.hideOrders')}
            onClick={onFold}
          />
        )}
      </div>
      <Tabs
        className={styles.panel}
        label={t('trade:orders.title')}
        value={value}
        onChange={(tab) => {
          setPressed(tab);
          if (folded) onFold?.();
        }}
        tabs={[
          { value: 'positions', label: t('contracts:positions'), count: counted(counts.positions) },
          // A phone has this panel in a view that is called orders already.
          {
            value: 'orders',
            label: t(isMobile ? 'order:state.waiting' : 'trade:orders.title'),
            count: counted(counts.orders),
          },
          { value: 'history', label: t('trade:orders.history') },
        ]}
      >
        {!folded && value === 'positions' && <Positions isFolded={isFolded} />}
        {!folded && value === 'orders' && <WaitingOrders isFolded={isFolded} />}
        {!folded && value === 'history' && <PastOrders />}
      </Tabs>
    </div>
  );
}

/** What everything open comes to if it ended now, after all costs; nothing until it is known. */
function IfAllClosed() {
  const t = useT();
  const contracts = useLiveContracts('open').data;
  const options = useLiveOptions().data;
  if (contracts === undefined || options === undefined || contracts.length + options.length === 0) return null;
  return (
    <span className={styles.all}>
      <span className={styles.allName}>{t('order:ifClosedNow')}</span>{' '}
      <OpenResult contracts={contracts} options={options} />
    </span>
  );
}
