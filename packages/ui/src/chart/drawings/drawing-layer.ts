import type { ISeriesPrimitiveAxisView, Logical } from 'lightweight-charts';
import type { ChartPalette } from '../palette.ts';
import { createLayer, inPoints, type PriceSeries, type Target } from '../primitive.ts';
import type { ChartCandle, ChartDrawing, ChartPoint } from '../types.ts';
import { type Grip, gripAt, type Pixel, type Shape } from './geometry.ts';
import { indexAt, timeAt } from './time-anchor.ts';

interface DrawingLayerOptions {
  candles: () => readonly ChartCandle[];
  places: number;
  formatPrice: (price: number) => string;
  /** The time scale; it only knows whole indexes. */
  toX: (index: Logical) => number | null;
  toIndex: (x: number) => number | null;
  size: () => { width: number; height: number };
  /**
   * Where the selected drawing's button belongs; undefined when nothing is selected or it is off
   * screen.
   */
  onSelection: (pixel: Pixel | undefined) => void;
}

/** A distance on the chart. */
export interface Shift {
  bars: number;
  price: number;
}

const END_RADIUS_PX = 4;
const REACH_PX = { fine: 6, coarse: 16 };
/** From the left edge, as a share: keeps the button of an endless line clear of the labels. */
const BUTTON_SHARE = 0.35;
/** Margin to the pane's edges, so that the whole button can be pressed. */
const BUTTON_HALF_PX = 22;

/** The user's drawings: stored as time and price, converted to pixels before each repaint. */
export function createDrawingLayer(options: DrawingLayerOptions) {
  const reach = matchMedia('(pointer: coarse)').matches ? REACH_PX.coarse : REACH_PX.fine;
  let palette: ChartPalette | undefined;
  let drawings: readonly ChartDrawing[] = [];
  /** The drawing in progress, not yet in the list. */
  let draft: ChartDrawing | undefined;
  let selected: string | undefined;
  /** The selection came from the list, so it must be in view. */
  let revealed = false;
  let shapes: Shape[] = [];
  let labels: readonly ISeriesPrimitiveAxisView[] = [];
  const layer = createLayer({ layout, draw, drawAbove, axisLabels: () => labels, hover, scale });

  function xOf(time: number): number {
    const index = indexAt(options.candles(), time);
    const whole = Math.floor(index);
    const left = options.toX(whole as Logical) ?? 0;
    const right = options.toX((whole + 1) as Logical) ?? left;
    return left + (index - whole) * (right - left);
  }

  function shapeOf(drawing: ChartDrawing, series: PriceSeries): Shape {
    const y = (price: number): number => series.priceToCoordinate(price) ?? -1;
    if (drawing.kind === 'horizontal') return { id: drawing.id, kind: 'horizontal', y: y(drawing.price) };
    const pixel = ({ time, price }: ChartPoint): Pixel => ({ x: xOf(time), y: y(price) });
    return { id: drawing.id, kind: 'trend', from: pixel(drawing.from), to: pixel(drawing.to) };
  }

  const all = () => (draft === undefined ? drawings : [...drawings, draft]);

  function layout() {
    const series = layer.series();
    if (series === undefined || options.candles().length === 0) {
      shapes = [];
      return;
    }
    shapes = all().map((drawing) => shapeOf(drawing, series));
    const shape = shapes.find(({ id }) => id === selected);
    options.onSelection(shape && buttonPixel(shape));
  }

  function buttonPixel(shape: Shape): Pixel | undefined {
    const { width, height } = options.size();
    const pixel =
      shape.kind === 'horizontal'
        ? { x: width * BUTTON_SHARE, y: shape.y }
        : { x: (shape.from.x + shape.to.x) / 2, y: (shape.from.y + shape.to.y) / 2 };
    if (pixel.y < 0 || height < pixel.y) return undefined;
    return { x: Math.max(BUTTON_HALF_PX, Math.min(width - BUTTON_HALF_PX, pixel.x)), y: pixel.y };
  }

  function draw(target: Target) {
    const colours = palette;
    if (colours === undefined) return;
    inPoints(target, ({ context, mediaSize }) => {
      context.save();
      for (const shape of shapes) {
        // A colour that no order, position or indicator uses.
        context.strokeStyle = shape.id === selected ? colours.accent : colours.text;
        context.lineWidth = shape.id === selected ? 2 : 1;
        context.beginPath();
        if (shape.kind === 'horizontal') {
          context.moveTo(0, Math.round(shape.y) + 0.5);
          context.lineTo(mediaSize.width, Math.round(shape.y) + 0.5);
        } else {
          context.moveTo(shape.from.x, shape.from.y);
          context.lineTo(shape.to.x, shape.to.y);
        }
        context.stroke();
      }
      context.restore();
    });
  }

  function drawAbove(target: Target) {
    const shape = shapes.find(({ id }) => id === selected || id === draft?.id);
    const colours = palette;
    if (shape === undefined || colours === undefined) return;
    inPoints(target, ({ context, mediaSize }) => {
      context.save();
      context.fillStyle = colours.surface;
      context.strokeStyle = colours.accent;
      context.lineWidth = 2;
      const ends = shape.kind === 'trend' ? [shape.from, shape.to] : [{ x: mediaSize.width / 2, y: shape.y }];
      for (const { x, y } of ends) {
        context.beginPath();
        context.arc(x, y, END_RADIUS_PX, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
      }
      context.restore();
    });
  }

  const grip = (pixel: Pixel): Grip | undefined => gripAt(shapes, pixel, { reach, selected });

  function hover(x: number, y: number) {
    return grip({ x, y }) === undefined
      ? null
      : { externalId: 'drawing', cursorStyle: 'pointer', zOrder: 'normal' as const };
  }

  function scale() {
    const drawing = revealed ? drawings.find(({ id }) => id === selected) : undefined;
    if (drawing === undefined) return null;
    const prices = drawing.kind === 'horizontal' ? [drawing.price] : [drawing.from.price, drawing.to.price];
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  /** A price on the axis for each horizontal line; trend lines have none. */
  function relabel() {
    labels = all().flatMap((drawing): ISeriesPrimitiveAxisView[] => {
      if (drawing.kind !== 'horizontal') return [];
      return [
        {
          coordinate: () => layer.series()?.priceToCoordinate(drawing.price) ?? -100,
          text: () => options.formatPrice(drawing.price),
          textColor: () => palette?.surface ?? '',
          backColor: () => palette?.text ?? '',
          tickVisible: () => false,
        },
      ];
    });
    layer.redraw();
  }

  return {
    set(next: readonly ChartDrawing[]) {
      drawings = next;
      if (selected !== undefined && next.every(({ id }) => id !== selected)) {
        selected = undefined;
        options.onSelection(undefined);
      }
      relabel();
    },
    setDraft(next: ChartDrawing | undefined) {
      draft = next;
      relabel();
    },
    /** `reveal` keeps its prices in view while it is selected. */
    select(id: string | undefined, { reveal = false } = {}) {
      selected = id;
      revealed = reveal;
      if (id === undefined) options.onSelection(undefined);
      layer.redraw();
    },
    selected: () => drawings.find(({ id }) => id === selected),
    drawings: () => drawings,
    grip,
    /** Bar time and price at a pixel of the pane. */
    pointAt({ x, y }: Pixel): ChartPoint | undefined {
      const index = options.toIndex(x);
      const price = layer.series()?.coordinateToPrice(y);
      if (index === null || price === null || price === undefined) return undefined;
      return { time: timeAt(options.candles(), index), price: Number(price.toFixed(options.places)) };
    },
    /** Moves points by whole bars and a price difference. */
    shiftBy({ bars, price: by }: Shift): (point: ChartPoint) => ChartPoint {
      const candles = options.candles();
      return ({ time, price }) => ({
        time: bars === 0 ? time : timeAt(candles, Math.round(indexAt(candles, time)) + bars),
        price: Number((price + by).toFixed(options.places)),
      });
    },
    /** Distance between two points. */
    wayBetween({ from, to }: { from: ChartPoint; to: ChartPoint }): Shift {
      const candles = options.candles();
      return {
        bars: Math.round(indexAt(candles, to.time) - indexAt(candles, from.time)),
        price: to.price - from.price,
      };
    },
    /** Range of bar indexes that a drawing spans; undefined for a horizontal line. */
    barsOf(drawing: ChartDrawing): { first: number; last: number } | undefined {
      if (drawing.kind === 'horizontal') return undefined;
      const ends = [drawing.from, drawing.to].map(({ time }) => indexAt(options.candles(), time));
      return { first: Math.min(...ends), last: Math.max(...ends) };
    },
    pixelOf: (point: ChartPoint): Pixel => ({
      x: xOf(point.time),
      y: layer.series()?.priceToCoordinate(point.price) ?? 0,
    }),
    redraw: () => layer.redraw(),
    attach: (series: PriceSeries) => layer.attach(series),
    detach: () => layer.detach(),
    paint(colours: ChartPalette) {
      palette = colours;
      layer.redraw();
    },
  };
}

export type DrawingLayer = ReturnType<typeof createDrawingLayer>;
