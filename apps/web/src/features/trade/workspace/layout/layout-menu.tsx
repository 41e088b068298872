import { CHART_COUNTS } from '@glasshouse/api/constants';
import { useT } from '@glasshouse/app/language/language';
import { IconButton, Menu } from '@glasshouse/ui';
import { Ellipsis, Keyboard, RotateCcw } from '@glasshouse/ui/icon/icons';
import type { Panes } from './use-panes.ts';

interface LayoutMenuProps {
  readonly panes: Panes;
  readonly hasOrders: boolean;
  readonly onHelp: () => void;
}

/** How many charts, which panes, and the keys of the workspace. */
export function LayoutMenu({ panes, hasOrders, onHelp }: LayoutMenuProps) {
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
        { id: 'keys', icon: Keyboard, label: t('workspace:keys.title'), onSelect: onHelp },
      ]}
    >
      {(anchor) => <IconButton {...anchor} size="s" icon={Ellipsis} label={t('workspace:layout.title')} />}
    </Menu>
  );
}
