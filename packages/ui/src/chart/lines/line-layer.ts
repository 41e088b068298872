import type { ISeriesPrimitiveAxisView } from 'lightweight-charts';
import type { ChartPalette } from '../palette.ts';
import { createLayer, type PriceSeries } from '../primitive.ts';
import type { ChartInset, ChartLine, ChartLineValue } from '../types.ts';
import { createChips } from './chips.ts';
import { createClusters } from './clusters.ts';
import { axisLabelOf, drawLines, startOf } from './draw-lines.ts';
import {
  type ChipBox,
  type Edge,
  isActive,
  isDraggable,
  isDragging,
  type LineEntry,
  priceOf,
  shownValue,
} from './entry.ts';
import { createInsets } from './insets.ts';
import { createLane } from './lane.ts';
import {
  CHIP_PX,
  COUNT_PX,
  clusters,
  HANDLE_PX,
  insetTop,
  LANE_FROM_PX,
  LANE_PAD_PX,
  LANE_PX,
  NEAR_PX,
  type Span,
  stackTops,
} from './lane-layout.ts';
import { pressLineKey } from './line-keys.ts';
import { createLineList } from './line-list.ts';

/** Hit distance for a mouse. Touch uses the chip, because a touch on the bars pans the view. */
const REACH_PX = 4;
/**
 * Lines within this share of the visible range beyond it are scaled into view; of those that can
 * be dragged more.
 */
const SCALE_SHARE = { still: 0.5, draggable: 1 } as const;
/** Offset of a chip dragged by touch, so that the finger does not cover it. */
const LIFT_PX = 46;
/** Between the handle at the edge and its chip. */
const BESIDE_PX = 5;
/** Without a lane, the selected chip lies this far below its line. */
const BELOW_PX = 9;

interface LineLayerOptions {
  overlay: HTMLElement;
  now: () => number;
  /** Size of the price pane in pixels. */
  size: () => { width: number; height: number };
  step: number;
  places: number;
  hint: string;
  isLaneWanted: boolean;
  /** Names the count of the lines above or below. */
  countName: (edge: Edge, count: number) => string;
  /** The sum of several figures, if they can be added. */
  sum: (values: readonly ChartLineValue[]) => ChartLineValue | undefined;
  /** Pixel of the bar that a time belongs to. */
  xOf: (time: number) => number | undefined;
  formatPrice: (price: number) => string;
  /** Lowest and highest visible price. */
  rangeOf: (from: number, to: number) => { low: number; high: number } | undefined;
  /** Before each repaint of the pane. */
  onLayout: () => void;
  /** The pane and its lane are this wide now. */
  onWidth: (width: number, lane: number) => void;
  /** Scrolls the prices to one. */
  onScroll: (price: number) => void;
  onGrab: (entry: LineEntry, event: PointerEvent) => void;
  /** A line's button was pressed. */
  onPress: (entry: LineEntry, event: MouseEvent) => void;
}

/** Lines among the bars, and their chips in the lane beside them. */
export function createLineLayer(options: LineLayerOptions) {
  const coarse = matchMedia('(pointer: coarse)').matches;
  const { overlay, formatPrice } = options;
  let palette: ChartPalette | undefined;
  let labels: readonly ISeriesPrimitiveAxisView[] = [];
  let labelled: readonly LineEntry[] = [];
  let knownWidth = '';

  const hasLane = (): boolean => options.isLaneWanted && LANE_FROM_PX <= options.size().width;
  const lanePx = (): number => (hasLane() ? LANE_PX : 0);
  const right = (): number => options.size().width - lanePx();
  const extent = () => ({ right: right(), xOf: options.xOf });

  const layer = createLayer({
    layout,
    draw: (target) => drawLines(target, list.entries(), { ...extent(), palette: palette as ChartPalette }),
    drawAbove: () => {},
    axisLabels,
    hover: (x, y) =>
      at({ x, y }) === undefined ? null : { externalId: 'line', cursorStyle: 'ns-resize', zOrder: 'top' as const },
    scale,
  });
  const list = createLineList({
    step: options.step,
    places: options.places,
    onChange: (entry) => {
      chips.describe(entry);
      layer.redraw();
    },
    onRemoved: (entry) => {
      chips.remove(entry);
      layer.redraw();
    },
  });
  const lane = createLane(overlay, {
    nameOf: options.countName,
    onScroll(edge) {
      const beyond = list
        .entries()
        .filter(({ offscreen }) => offscreen === edge)
        .map(priceOf);
      if (0 < beyond.length) options.onScroll(edge === 'above' ? Math.min(...beyond) : Math.max(...beyond));
    },
  });
  const insets = createInsets(overlay, options.now);
  const chips = createChips(overlay, {
    hint: options.hint,
    formatPrice,
    onGrab: options.onGrab,
    onPress: options.onPress,
    onKey: (entry, event) => pressLineKey(entry, event, { step: options.step, pixelsToPrice }),
    onActive: () => layer.redraw(),
  });
  const groups = createClusters(overlay, {
    sum: options.sum,
    elementOf: chips.elementOf,
    has: chips.has,
    onToggle: () => layer.redraw(),
  });

  function pixelsToPrice(pixels: number): number {
    const top = layer.series()?.coordinateToPrice(0) ?? 0;
    return top - (layer.series()?.coordinateToPrice(pixels) ?? top);
  }

  function layout() {
    const series = layer.series();
    if (series === undefined || palette === undefined) return;
    const size = options.size();
    options.onLayout();
    const width = `${size.width} ${lanePx()}`;
    if (knownWidth !== width) {
      knownWidth = width;
      // Not within a repaint, which it would begin again.
      queueMicrotask(() => options.onWidth(options.size().width, lanePx()));
    }
    const entries = list.entries();
    for (const entry of entries) {
      const y = series.priceToCoordinate(priceOf(entry)) ?? undefined;
      entry.y = y;
      entry.offscreen = y === undefined || (0 <= y && y <= size.height) ? undefined : y < 0 ? 'above' : 'below';
      entry.box = undefined;
    }
    const count = (edge: Edge) => entries.filter(({ offscreen }) => offscreen === edge).length;
    const counts = { above: count('above'), below: count('below') };
    lane.place(size, { hasLane: hasLane(), counts });
    const within: Span = {
      top: counts.above === 0 ? 1 : COUNT_PX,
      bottom: size.height - (counts.below === 0 ? 1 : COUNT_PX),
    };
    const occupied = hasLane() ? layOutLane(entries, { within, size }) : layOutEdge(entries, { within, size });
    insets.place(right() + LANE_PAD_PX, (before) => {
      const top = hasLane() ? insetTop({ occupied, within, height: insets.height, before }) : undefined;
      if (top !== undefined) occupied.push({ top, bottom: top + insets.height });
      return top;
    });
    for (const entry of entries) chips.place(entry);
  }

  interface Frame {
    readonly within: Span;
    readonly size: { readonly width: number; readonly height: number };
  }

  /** Lines at rest whose price is in view, as clusters of what is near. */
  function clustersOf(entries: readonly LineEntry[], { top, bottom }: Span, near: number) {
    const resting = entries.filter(
      (entry) => entry.y !== undefined && entry.offscreen === undefined && !isDragging(entry),
    );
    const heights = resting.map(({ y = 0 }) => Math.max(top, Math.min(bottom, y)));
    return clusters(heights, near).map((indexes) => ({
      members: indexes.flatMap((index) => resting[index] ?? []),
      middle: indexes.reduce((sum, index) => sum + (heights[index] ?? 0), 0) / indexes.length,
    }));
  }

  /** A chip for each cluster; returns what they take of the lane. */
  function layOutLane(entries: readonly LineEntry[], { within, size }: Frame): Span[] {
    const left = size.width - LANE_PX + LANE_PAD_PX;
    const half = CHIP_PX.height / 2;
    const bounds = { top: within.top + half, bottom: within.bottom - half };
    const boxAt = (top: number): ChipBox => ({ left, top: Math.round(top), ...CHIP_PX, isHandle: false });
    const occupied: Span[] = [];
    const shared: { members: readonly LineEntry[]; box: ChipBox }[] = [];
    for (const { members, middle } of clustersOf(entries, bounds, NEAR_PX.lane)) {
      const box = boxAt(middle - half);
      occupied.push({ top: box.top, bottom: box.top + box.height });
      const [only, ...others] = members;
      if (only !== undefined && others.length === 0) {
        only.box = box;
        continue;
      }
      shared.push({ members, box });
      if (!groups.isOpen(members)) continue;
      const tops = stackTops(members.length, { middle, within });
      for (const [index, entry] of members.entries()) entry.box = boxAt(tops[index] ?? box.top);
    }
    groups.place(shared);
    placeDragged(entries, { bounds, boxAt });
    return occupied;
  }

  /** Handles at the axis; a chip beside the one that is selected. */
  function layOutEdge(entries: readonly LineEntry[], { within, size }: Frame): Span[] {
    const half = HANDLE_PX.height / 2;
    const bounds = { top: within.top + half, bottom: within.bottom - half };
    const left = size.width - HANDLE_PX.width - BESIDE_PX - CHIP_PX.width;
    const handleAt = (middle: number): ChipBox => ({
      left: size.width - HANDLE_PX.width,
      top: Math.round(middle - half),
      ...HANDLE_PX,
      isHandle: true,
    });
    const chipAt = (top: number): ChipBox => ({ left, top: Math.round(top), ...CHIP_PX, isHandle: false });
    const highest = within.bottom - CHIP_PX.height;
    const shared: { members: readonly LineEntry[]; box: ChipBox }[] = [];
    for (const { members, middle } of clustersOf(entries, bounds, NEAR_PX.edge)) {
      const [only, ...others] = members;
      if (only !== undefined && others.length === 0) {
        only.box = isActive(only) ? chipAt(Math.min(highest, middle + BELOW_PX)) : handleAt(middle);
        continue;
      }
      shared.push({ members, box: handleAt(middle) });
      if (!groups.isOpen(members)) continue;
      const tops = stackTops(members.length, { middle, within });
      for (const [index, entry] of members.entries()) entry.box = chipAt(tops[index] ?? middle);
    }
    groups.place(shared);
    placeDragged(entries, { bounds: { top: within.top, bottom: highest }, boxAt: (top) => chipAt(top) });
    return [];
  }

  /** On top of the others, and above the finger that moves it. */
  function placeDragged(
    entries: readonly LineEntry[],
    { bounds, boxAt }: { readonly bounds: Span; readonly boxAt: (top: number) => ChipBox },
  ) {
    for (const entry of entries) {
      if (!isDragging(entry)) continue;
      const y = entry.y ?? bounds.top;
      const lift = coarse ? (y - LIFT_PX < bounds.top ? LIFT_PX : -LIFT_PX) : 0;
      entry.box = boxAt(Math.max(bounds.top, Math.min(bounds.bottom, y + lift)) - CHIP_PX.height / 2);
    }
  }

  /** Same array while the lines are the same: the library compares by identity. */
  function axisLabels(): readonly ISeriesPrimitiveAxisView[] {
    const entries = list.entries();
    if (labelled !== entries) {
      labelled = entries;
      labels = entries.map((entry) => axisLabelOf(entry, { palette: () => palette as ChartPalette, formatPrice }));
    }
    return labels;
  }

  function scale(from: number, to: number) {
    const range = options.rangeOf(from, to);
    if (range === undefined) return null;
    const height = range.high - range.low;
    // The listed price, not the dragged one: a scale that followed the pointer would run away from
    // it.
    const near = list.entries().flatMap((entry) => {
      const { price } = entry.line;
      const reach = height * SCALE_SHARE[isDraggable(entry) ? 'draggable' : 'still'];
      return !entry.unlisted && range.low - reach <= price && price <= range.high + reach ? [price] : [];
    });
    if (near.length === 0) return null;
    return { priceRange: { minValue: Math.min(...near), maxValue: Math.max(...near) } };
  }

  function at({ x, y }: { x: number; y: number }): LineEntry | undefined {
    if (coarse || right() < x || options.size().height < y) return undefined;
    return list
      .entries()
      .find(
        (entry) =>
          isDraggable(entry) &&
          entry.y !== undefined &&
          Math.abs(entry.y - y) <= REACH_PX &&
          startOf(entry.line, extent()) - REACH_PX <= x,
      );
  }

  return {
    /** Where the bars end: at the lane, or at the axis. */
    right,
    set(next: readonly ChartLine[]) {
      list.set(next);
      layer.redraw();
    },
    setInsets(next: readonly ChartInset[], last: number | undefined) {
      insets.set(next, last);
      layer.redraw();
    },
    /** A new price: updates the live figures. */
    tick(last: number) {
      insets.tick(last);
      let changed = false;
      for (const entry of list.entries()) {
        if (entry.line.value === undefined) continue;
        const before = shownValue(entry);
        entry.value = entry.line.value(last);
        const after = shownValue(entry);
        if (before?.text === after?.text && before?.tone === after?.tone) continue;
        chips.write(entry);
        changed = true;
      }
      if (changed) layer.redraw();
    },
    /** Where a line is, also while it is being dragged. */
    priceOf(id: string): number | undefined {
      const found = list.entries().find(({ line }) => line.id === id);
      return found && priceOf(found);
    },
    /** Words about the order that is being written; only a lane has room for them. */
    note(note: { readonly text: string; readonly y: number } | undefined) {
      lane.note(note !== undefined && hasLane() ? { ...note, x: right() + LANE_PAD_PX, y: note.y - 8 } : undefined);
    },
    /** The line that a pointer here would grab. */
    at,
    pull: list.pull,
    releasePulled: list.releasePulled,
    cancelPulled: list.cancelPulled,
    focus: chips.focus,
    /** The user turned to the prices: an open cluster closes. */
    fold: groups.close,
    attach: (series: PriceSeries) => layer.attach(series),
    detach: () => layer.detach(),
    paint(colours: ChartPalette) {
      palette = colours;
      layer.redraw();
    },
    dispose() {
      list.dispose();
      lane.dispose();
      insets.dispose();
      groups.dispose();
      chips.dispose();
    },
  };
}

export type LineLayer = ReturnType<typeof createLineLayer>;
