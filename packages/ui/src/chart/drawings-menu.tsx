import { Button } from '../controls/button.tsx';
import { Minus, Trash2, TrendingUp } from '../icon/icons.ts';
import { Menu } from '../overlay/menu.tsx';
import { useUiLocale } from '../theme/locale.tsx';
import { formatPriceNumber } from './format.ts';
import styles from './toolbar.module.css';
import type { ChartDrawing, ChartDrawingKind } from './types.ts';

export interface DrawingsMenuLabels {
  /** Name of the menu and of the button that opens it. */
  drawings: string;
  drawLevel: string;
  drawTrend: string;
  /** Names of drawings; prices are formatted as on the chart. */
  levelName: (price: string) => string;
  trendName: (prices: { from: string; to: string }) => string;
  removeDrawings: string;
}

interface DrawingsMenuProps {
  drawings: readonly ChartDrawing[];
  places: number;
  labels: DrawingsMenuLabels;
  /** The active tool. */
  tool: ChartDrawingKind | undefined;
  onTool: (tool: ChartDrawingKind | undefined) => void;
  onSelect: (drawing: ChartDrawing) => void;
  onRemoveAll: () => void;
}

/** Names a drawing by its prices, and a trend line also by its start. */
export function useDrawingDescriptions(places: number, { levelName, trendName }: DrawingsMenuLabels) {
  const { locale, timeZone } = useUiLocale();
  const written = (price: number): string => formatPriceNumber(price, places, locale);
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (drawing: ChartDrawing): { name: string; note: string | undefined } =>
    drawing.kind === 'horizontal'
      ? { name: levelName(written(drawing.price)), note: undefined }
      : {
          name: trendName({ from: written(drawing.from.price), to: written(drawing.to.price) }),
          note: moment.format(drawing.from.time),
        };
}

const TOOLS = [
  { kind: 'horizontal', icon: Minus, label: 'drawLevel' },
  { kind: 'trend', icon: TrendingUp, label: 'drawTrend' },
] as const;

/**
 * The drawing tools, then all drawings, newest first: reachable without pointing, and when scrolled
 * out of view.
 */
export function DrawingsMenu({ drawings, places, labels, tool, onTool, onSelect, onRemoveAll }: DrawingsMenuProps) {
  const describe = useDrawingDescriptions(places, labels);
  const remove = { id: 'remove', icon: Trash2, label: labels.removeDrawings, danger: true, onSelect: onRemoveAll };
  return (
    <Menu
      label={labels.drawings}
      align="end"
      items={[
        ...TOOLS.map(({ kind, icon, label }) => ({
          id: kind,
          icon,
          label: labels[label],
          checked: tool === kind,
          onSelect: () => onTool(tool === kind ? undefined : kind),
        })),
        ...drawings.toReversed().map((drawing) => {
          const { name, note } = describe(drawing);
          const icon = drawing.kind === 'horizontal' ? Minus : TrendingUp;
          return { id: drawing.id, icon, label: name, note, onSelect: () => onSelect(drawing) };
        }),
        ...(drawings.length === 0 ? [] : [remove]),
      ]}
    >
      {(anchor) => (
        <Button {...anchor} size="s" variant="quiet" className={styles.word}>
          {labels.drawings}
        </Button>
      )}
    </Menu>
  );
}
