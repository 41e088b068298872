import { type IPriceLine, type ISeriesApi, LineStyle, type Time } from 'lightweight-charts';
import { formatRemaining } from '../figures/remaining.ts';
import type { ChartPalette } from './palette.ts';
import type { ChartLine } from './types.ts';

/** More open options than this at once cannot be told apart on a chart; the newest are drawn. */
const LINES_MAX = 24;

type Series = Pick<ISeriesApi<'Line', Time>, 'createPriceLine' | 'removePriceLine'>;

/** Horizontal lines with their labels, and the one clock that counts the time left on them. */
export function createLines(now: () => number, isNarrow: () => boolean) {
  let wanted: readonly ChartLine[] = [];
  let series: Series | undefined;
  let palette: ChartPalette | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const drawn = new Map<string, IPriceLine>();

  const titleOf = ({ label, shortLabel, endsAt }: ChartLine) => {
    const words = isNarrow() ? (shortLabel ?? label) : label;
    return endsAt === undefined ? words : `${words}  ${formatRemaining(endsAt - now())}`;
  };

  function optionsOf(line: ChartLine) {
    const colours = palette as ChartPalette;
    const colour = {
      up: colours.up,
      down: colours.down,
      warning: colours.warning,
      accent: colours.accent,
      neutral: colours.textMuted,
    }[line.tone];
    const solid = {
      up: colours.upSolid,
      down: colours.downSolid,
      accent: colours.accentSolid,
      warning: colours.warning,
      neutral: colours.textMuted,
    };
    return {
      price: line.price,
      title: titleOf(line),
      color: colour,
      lineStyle: LineStyle.Dashed,
      lineWidth: 1 as const,
      axisLabelVisible: true,
      axisLabelColor: solid[line.tone],
      axisLabelTextColor: line.tone === 'neutral' ? colours.surface : colours.onSolid,
    };
  }

  function draw() {
    if (series === undefined || palette === undefined) return;
    const ids = new Set(wanted.map((line) => line.id));
    for (const [id, line] of drawn) {
      if (ids.has(id)) continue;
      series.removePriceLine(line);
      drawn.delete(id);
    }
    for (const line of wanted) {
      const known = drawn.get(line.id);
      if (known === undefined) drawn.set(line.id, series.createPriceLine(optionsOf(line)));
      else known.applyOptions(optionsOf(line));
    }
  }

  function keepTime() {
    const counting = wanted.some((line) => line.endsAt !== undefined);
    if (counting && timer === undefined) {
      timer = setInterval(() => {
        for (const line of wanted) {
          if (line.endsAt !== undefined) drawn.get(line.id)?.applyOptions({ title: titleOf(line) });
        }
      }, 1000);
    } else if (!counting) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  return {
    set(next: readonly ChartLine[]) {
      wanted = next.slice(-LINES_MAX);
      draw();
      keepTime();
    },
    attach(next: Series, colours: ChartPalette) {
      series = next;
      palette = colours;
      draw();
    },
    /** Before the series goes: its lines go with it. */
    detach() {
      drawn.clear();
      series = undefined;
    },
    paint(colours: ChartPalette) {
      palette = colours;
      draw();
    },
    dispose: () => clearInterval(timer),
  };
}
