import { IconButton } from '../controls/icon-button.tsx';
import { Layers, Minus, Trash2, TrendingUp } from '../icon/icons.ts';
import { Menu } from '../overlay/menu.tsx';
import { useUiLocale } from '../theme/locale.tsx';
import { formatPriceNumber } from './format.ts';
import type { ChartDrawing } from './types.ts';

export interface DrawingsMenuLabels {
  /** The list of what is drawn, and the button that opens it. */
  drawings: string;
  /** A drawing in words; prices are written as those of the chart. */
  levelName: (price: string) => string;
  trendName: (prices: { from: string; to: string }) => string;
  removeDrawings: string;
}

interface DrawingsMenuProps {
  drawings: readonly ChartDrawing[];
  places: number;
  labels: DrawingsMenuLabels;
  onSelect: (drawing: ChartDrawing) => void;
  onRemoveAll: () => void;
}

/** How a drawing is called: by its prices, and a trend by the moment in which it begins as well. */
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

/** What is drawn on the chart, newest first: the way to a drawing for those who do not point at it, and to one out of view. */
export function DrawingsMenu({ drawings, places, labels, onSelect, onRemoveAll }: DrawingsMenuProps) {
  const describe = useDrawingDescriptions(places, labels);
  return (
    <Menu
      label={labels.drawings}
      align="end"
      items={[
        ...drawings.toReversed().map((drawing) => {
          const { name, note } = describe(drawing);
          const icon = drawing.kind === 'horizontal' ? Minus : TrendingUp;
          return { id: drawing.id, icon, label: name, note, onSelect: () => onSelect(drawing) };
        }),
        { id: 'remove', icon: Trash2, label: labels.removeDrawings, danger: true, onSelect: onRemoveAll },
      ]}
    >
      {(anchor) => (
        <IconButton {...anchor} size="s" icon={Layers} label={labels.drawings} disabled={drawings.length === 0} />
      )}
    </Menu>
  );
}
