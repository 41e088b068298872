import type { PriceSeries } from '../primitive.ts';
import { EDGES, type Edge, hasLabel, isDragging, type LineEntry, priceOf } from './entry.ts';
import { stackLabels } from './stack.ts';

/** Label height: the minimum target size. */
export const LABEL_PX = 24;
/** Below this width, labels stay clear of the legend above. */
const NARROW_PX = 520;
/** Below this width, they are short: beside a live option the prices leave a third of it. */
export const SHORT_PX = 720;
const LEGEND_PX = 44;
/** The legend of a wide chart is one line, at the left only. */
const LEGEND_LINE_PX = 24;
/** Clearance for the charting library's credit below. */
const CREDIT_PX = 18;
/** Between labels and axis, and between two labels. */
const EDGE_PX = 6;
const BETWEEN_PX = { fine: 3, coarse: 6 };
/** Offset of a label dragged by touch, so that the finger does not cover it. */
const LIFT_PX = 46;
/** The end of the price line that no label covers. */
const CLEAR_PX = 40;
/** Widths count in steps, so that labels do not change sides with a digit. */
const WIDTH_STEP_PX = 24;
/** More labels than this at one edge fold into a button; in little space, more than fit. */
const DOCKED_MAX = 4;
const DOCKED_MAX_SMALL = 2;
/** A pane this low has little space, however wide it is. */
const LOW_PX = 320;

/** Width of that button. */
export const DOCK_PX = 48;

/** The button of an edge. */
export interface Dock {
  readonly edge: Edge;
  /** Labels that are folded into it, those included that found no room at their line. */
  readonly count: number;
  readonly left: number;
  readonly top: number;
}

interface LayoutFrame {
  series: PriceSeries;
  /** Size of the price pane in pixels. */
  size: { width: number; height: number };
  /** Horizontal position of the newest price. */
  newest: number | undefined;
  coarse: boolean;
  /** The user wants to see all labels of this edge. */
  isOpen: (edge: Edge) => boolean;
  widthOf: (entry: LineEntry) => number;
}

/**
 * Lays out lines and labels: each label at its line, spread apart where they collide, the dragged
 * one on top. Labels of lines out of view are docked at their edge, in the order of their prices,
 * for a height on the chart means a price.
 */
export function layOutLines(entries: readonly LineEntry[], frame: LayoutFrame): Dock[] {
  const { series, size, newest, coarse, widthOf } = frame;
  for (const entry of entries) {
    const y = series.priceToCoordinate(priceOf(entry)) ?? undefined;
    entry.y = y;
    entry.offscreen = y === undefined || (0 <= y && y <= size.height) ? undefined : y < 0 ? 'above' : 'below';
    entry.folded = false;
  }
  const narrow = size.width < NARROW_PX;
  const gap = LABEL_PX + (coarse ? BETWEEN_PX.coarse : BETWEEN_PX.fine);
  const top = (narrow ? LEGEND_PX : 0) + LABEL_PX / 2 + 1;
  const bottom = size.height - (narrow ? CREDIT_PX : 0) - LABEL_PX / 2 - 1;
  const within = (y: number): number => Math.max(top, Math.min(bottom, y));
  const put = (entry: LineEntry, middle: number) => {
    const width = widthOf(entry);
    const right = Math.max(0, Math.floor(size.width - EDGE_PX - width));
    const left = entry.atLeft ? Math.min(EDGE_PX, right) : right;
    entry.box = { left, top: Math.round(middle - LABEL_PX / 2), width, height: LABEL_PX };
  };

  const resting = entries.filter((entry) => entry.y !== undefined && !isDragging(entry));
  const inView = resting.filter(({ offscreen }) => offscreen === undefined);
  const widest = Math.max(0, ...inView.map(widthOf));
  const covers = covering(newest, size.width, widest);
  for (const entry of inView) entry.atLeft = covers;
  // At the start of the price line, which leads away from it.
  const dockLeft = newest === undefined || size.width / 2 < newest;
  const places = Math.floor((bottom - top) / gap) + 1;
  const edges = EDGES.filter((edge) => resting.some(({ offscreen }) => offscreen === edge));
  const crowded = beyond(inView, Math.max(1, places - (covers === dockLeft ? edges.length : 0)));
  for (const entry of crowded) entry.folded = !frame.isOpen('below');
  const rows = places - (covers === dockLeft ? inView.length : 0);
  const small = narrow || size.height < LOW_PX;
  const most = Math.max(1, Math.min(small ? DOCKED_MAX_SMALL : DOCKED_MAX, Math.floor(rows / EDGES.length)));
  const docks: Dock[] = [];
  const reserved = { above: 0, below: 0 };
  for (const edge of EDGES) {
    const sign = edge === 'above' ? 1 : -1;
    const end = edge === 'above' ? top : bottom;
    // The legend and the credit of a wide chart are at its left only.
    const start = narrow || !dockLeft ? end : end + sign * (edge === 'above' ? LEGEND_LINE_PX : CREDIT_PX);
    const docked = resting
      .filter(({ offscreen }) => offscreen === edge)
      .sort((left, right) => sign * (priceOf(right) - priceOf(left)));
    const foldable = foldableOf(docked, most);
    const count = foldable.length + (edge === 'below' ? crowded.length : 0);
    let place = 0;
    if (0 < count) {
      const folded = !frame.isOpen(edge);
      for (const entry of foldable) entry.folded = folded;
      docks.push({
        edge,
        count,
        left: dockLeft ? EDGE_PX : size.width - EDGE_PX - DOCK_PX,
        top: Math.round(start - LABEL_PX / 2),
      });
      place = 1;
    }
    for (const entry of docked) {
      if (!hasLabel(entry)) continue;
      entry.atLeft = dockLeft;
      put(entry, start + sign * gap * place);
      place += 1;
    }
    if (covers === dockLeft && 0 < place) reserved[edge] = gap * place + Math.abs(start - end);
  }
  const beside = inView.filter(hasLabel);
  const placed = stackLabels(
    beside.map(({ y }) => within(Math.round(y ?? top))),
    { gap, top: top + reserved.above, bottom: bottom - reserved.below },
  );
  for (const [index, entry] of beside.entries()) put(entry, placed[index] as number);
  for (const entry of entries) {
    if (!isDragging(entry)) continue;
    const y = entry.y ?? top;
    const lift = coarse ? (y - LIFT_PX < top ? LIFT_PX : -LIFT_PX) : 0;
    put(entry, within(y + lift));
  }
  return docks;
}

/** The labels that find no room at their lines: live options come first, those that end first. */
function beyond(inView: readonly LineEntry[], room: number): readonly LineEntry[] {
  if (inView.length <= room) return [];
  const endOf = ({ line }: LineEntry): number => line.endsAt ?? Number.POSITIVE_INFINITY;
  // One place more is taken by the button that they fold into.
  return inView.toSorted((left, right) => endOf(left) - endOf(right)).slice(Math.max(1, room - 1));
}

/** Whether labels this wide, at the right, would cover the end of the price line. */
function covering(newest: number | undefined, width: number, widest: number): boolean {
  if (newest === undefined || newest < width / 2) return false;
  const reserved = Math.ceil(widest / WIDTH_STEP_PX) * WIDTH_STEP_PX;
  return newest - CLEAR_PX < width && width - EDGE_PX - reserved < newest;
}

/** All but the live option that ends first, which always shows; none while there are few. */
function foldableOf(docked: readonly LineEntry[], most: number): readonly LineEntry[] {
  if (docked.length <= most) return [];
  const ends = docked.flatMap(({ line }) => line.endsAt ?? []);
  const next = docked.find(({ line }) => line.endsAt !== undefined && line.endsAt === Math.min(...ends));
  return docked.filter((entry) => entry !== next);
}
