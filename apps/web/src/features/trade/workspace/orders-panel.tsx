import { useT } from '@glasshouse/app/language/language';
import { cx, IconButton, Tabs } from '@glasshouse/ui';
import { ChevronDown, ChevronUp } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { ContractOrders } from '../contracts/index.ts';
import { OptionsOrders } from '../options/index.ts';
import { SpotOrders } from '../spot/index.ts';
import styles from './orders.module.css';
import { PRODUCTS, type Product } from './products.ts';
import { useOrderCounts } from './use-order-counts.ts';
import type { Workspace } from './use-workspace.ts';

const PANELS: Readonly<Record<Product, () => React.ReactNode>> = {
  options: OptionsOrders,
  contracts: ContractOrders,
  spot: SpotOrders,
};

interface OrdersPanelProps {
  readonly workspace: Workspace;
  /** Only the tabs show. */
  readonly folded?: boolean | undefined;
  /** Folds and unfolds it; omitted where it has a view of its own. */
  readonly onFold?: (() => void) | undefined;
}

/**
 * The user's orders on all markets, by product. Follows the product of the ticket until another tab
 * is pressed.
 */
export function OrdersPanel({ workspace, folded = false, onFold }: OrdersPanelProps) {
  const t = useT();
  const counts = useOrderCounts();
  const [pressed, setPressed] = useState<{ readonly tab: Product; readonly ticket: Product | undefined }>();
  // A product that this market does not offer has a tab only while it has live orders elsewhere.
  const shown = PRODUCTS.filter((product) => workspace.products.includes(product) || 0 < (counts[product] ?? 0));
  const preferred = pressed !== undefined && pressed.ticket === workspace.product ? pressed.tab : workspace.product;
  const value = shown.find((product) => product === preferred) ?? shown[0] ?? 'options';
  const Panel = PANELS[value];
  return (
    <div className={cx(styles.place, folded && styles.folded)}>
      {onFold !== undefined && (
        <IconButton
          size="s"
          icon={folded ? ChevronUp : ChevronDown}
          label={t(folded ? 'workspace:layout.showOrders' : 'workspace:layout.hideOrders')}
          className={styles.fold}
          onClick={onFold}
        />
      )}
      <Tabs
        className={styles.panel}
        label={t('trade:orders.title')}
        value={value}
        onChange={(tab) => {
          setPressed({ tab, ticket: workspace.product });
          if (folded) onFold?.();
        }}
        tabs={shown.map((product) => {
          const count = counts[product];
          return {
            value: product,
            label: t(`workspace:product.${product}`),
            count: count === undefined ? undefined : `${count}`,
          };
        })}
      >
        {!folded && <Panel />}
      </Tabs>
    </div>
  );
}
