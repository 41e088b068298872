import { CHART_COUNTS } from '@glasshouse/api/constants';
import { useT } from '@glasshouse/app/language/language';
import { IconButton, Menu } from '@glasshouse/ui';
import { LayoutGrid, RotateCcw } from '@glasshouse/ui/icon/icons';
import type { Panes } from './use-panes.ts';

/** How many charts, and which panes. */
export function LayoutMenu({ panes, hasOrders }: { panes: Panes; hasOrders: boolean }) {
  const t = useT();
  const { isOpen, toggle, layout } = panes;
  const shown = [
    { id: 'markets' as const, label: t('market:title') },
    { id: 'book' as const, label: t('workspace:layout.marketData') },
    ...(hasOrders ? [{ id: 'orders' as const, label: t('trade:orders.title') }] : []),
  ];
  return (
    <Menu
      label={t('workspace:layout.title')}
      align="end"
      items={[
        ...CHART_COUNTS.map((count) => ({
          id: `charts-${count}`,
          group: t('workspace:layout.charts'),
          label: t(`workspace:layout.count${count}`),
          selected: layout.charts.count === count,
          onSelect: () => panes.setCharts(count),
        })),
        ...shown.map(({ id, label }) => ({
          id,
          group: t('workspace:layout.panes'),
          label,
          checked: isOpen[id],
          onSelect: () => toggle(id),
        })),
        { id: 'reset', icon: RotateCcw, label: t('workspace:layout.reset'), onSelect: panes.reset },
      ]}
    >
      {(anchor) => <IconButton {...anchor} icon={LayoutGrid} label={t('workspace:layout.title')} />}
    </Menu>
  );
}
