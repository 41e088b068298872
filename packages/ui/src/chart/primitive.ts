import type {
  AutoscaleInfo,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  PrimitiveHoveredItem,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';

export type PriceSeries = ISeriesApi<'Candlestick', Time> | ISeriesApi<'Line', Time>;

export type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0];

interface LayerParts {
  /** Before every repaint of the pane: the only place where pixels are computed. */
  layout: () => void;
  /** Among the bars, and on top of everything together with the crosshair. */
  draw: (target: Target) => void;
  drawAbove: (target: Target) => void;
  /** Same array until the labels change: the library compares by identity. */
  axisLabels: () => readonly ISeriesPrimitiveAxisView[];
  /** On the time axis; the same array until the labels change. */
  timeLabels?: () => readonly ISeriesPrimitiveAxisView[];
  hover: (x: number, y: number) => PrimitiveHoveredItem | null;
  /** Prices that should be in view. */
  scale?: (from: number, to: number) => AutoscaleInfo | null;
}

const NO_LABELS: readonly ISeriesPrimitiveAxisView[] = [];

/**
 * A custom layer that the library draws with a series. It moves to another series when the chart
 * type changes.
 */
export function createLayer(parts: LayerParts) {
  let attached: SeriesAttachedParameter<Time> | undefined;
  let series: PriceSeries | undefined;
  const views: readonly IPrimitivePaneView[] = [
    { zOrder: () => 'normal', renderer: () => ({ draw: parts.draw }) },
    { zOrder: () => 'top', renderer: () => ({ draw: parts.drawAbove }) },
  ];
  const primitive: ISeriesPrimitive<Time> = {
    attached: (param) => {
      attached = param;
    },
    detached: () => {
      attached = undefined;
    },
    updateAllViews: parts.layout,
    paneViews: () => views,
    priceAxisViews: parts.axisLabels,
    timeAxisViews: () => parts.timeLabels?.() ?? NO_LABELS,
    hitTest: parts.hover,
    autoscaleInfo: (from, to) => parts.scale?.(from, to) ?? null,
  };
  return {
    attach(to: PriceSeries) {
      series = to;
      to.attachPrimitive(primitive);
    },
    detach() {
      series?.detachPrimitive(primitive);
      series = undefined;
    },
    /** The series it is attached to, if any. */
    series: (): PriceSeries | undefined => series,
    redraw: () => attached?.requestUpdate(),
  };
}

type Scope<Name extends 'useBitmapCoordinateSpace' | 'useMediaCoordinateSpace'> = Parameters<
  Parameters<Target[Name]>[0]
>[0];

/** In device pixels, for sharp lines. */
export function inPixels(target: Target, draw: (scope: Scope<'useBitmapCoordinateSpace'>) => void): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: the library's name for it; it is no hook.
  target.useBitmapCoordinateSpace(draw);
}

/** In CSS pixels, for text and shapes. */
export function inPoints(target: Target, draw: (scope: Scope<'useMediaCoordinateSpace'>) => void): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: the library's name for it; it is no hook.
  target.useMediaCoordinateSpace(draw);
}
