import { type ChartPalette, withAlpha } from '../palette.ts';
import { createLayer, inPixels, type PriceSeries, type Target } from '../primitive.ts';
import { toneColours } from '../tones.ts';
import type { ChartBox } from '../types.ts';
import { type BoxPrices, type BoxRect, type LaidOutBox, layOutBox } from './box-layout.ts';

const SHADE_ALPHA = 0.13;

interface BoxLayerOptions {
  size: () => { width: number; height: number };
  /** The newest price, and the pixel of its bar. */
  last: () => number | undefined;
  newest: () => number | undefined;
  /** Where a line is, also while it is being dragged. */
  priceOf: (line: string) => number | undefined;
  /** Words about it, at a height of the pane. */
  onNote: (note: { text: string; y: number } | undefined) => void;
}

/** What an order would risk and gain, between the lines of its entry, stop and target. */
export function createBoxLayer({ size, last, newest, priceOf, onNote }: BoxLayerOptions) {
  let box: ChartBox | undefined;
  let palette: ChartPalette | undefined;
  const layer = createLayer({
    layout: note,
    draw: (target) => draw(target),
    drawAbove: () => {},
    axisLabels: () => [],
    hover: () => null,
  });

  function pricesOf({ entry, stop, target }: ChartBox): BoxPrices | undefined {
    const at = entry === undefined ? last() : priceOf(entry);
    const placeOf = (line: string | undefined) => (line === undefined ? undefined : priceOf(line));
    return at === undefined ? undefined : { entry: at, stop: placeOf(stop), target: placeOf(target) };
  }

  function laidOut(): { readonly prices: BoxPrices; readonly place: LaidOutBox; readonly box: ChartBox } | undefined {
    const series = layer.series();
    const prices = box === undefined ? undefined : pricesOf(box);
    if (series === undefined || box === undefined || prices === undefined) return undefined;
    const toY = (price: number): number | undefined => series.priceToCoordinate(price) ?? undefined;
    const place = layOutBox(prices, { size: size(), newest: newest(), toY });
    return place && { prices, place, box };
  }

  function draw(target: Target) {
    const found = laidOut();
    const colours = palette;
    if (found === undefined || colours === undefined) return;
    const { left, width, risk, reward } = found.place;
    inPixels(target, ({ context, horizontalPixelRatio: wide, verticalPixelRatio: tall }) => {
      const fill = (rect: BoxRect | undefined, tone: 'up' | 'down') => {
        if (rect === undefined) return;
        context.fillStyle = withAlpha(toneColours(colours, tone).line, SHADE_ALPHA);
        context.fillRect(left * wide, rect.top * tall, width * wide, rect.height * tall);
      };
      fill(reward, 'up');
      fill(risk, 'down');
    });
  }

  /** How many times the risk the reward is: a word beside the bars, at the entry. */
  function note() {
    const found = laidOut();
    if (found === undefined) return onNote(undefined);
    const { entry, stop, target: gain } = found.prices;
    const text = stop === undefined || gain === undefined ? undefined : found.box.label({ entry, stop, target: gain });
    onNote(text === undefined ? undefined : { text, y: found.place.entry });
  }

  return {
    set(next: ChartBox | undefined) {
      box = next;
      layer.redraw();
    },
    attach: (series: PriceSeries) => layer.attach(series),
    detach: () => layer.detach(),
    paint(colours: ChartPalette) {
      palette = colours;
      layer.redraw();
    },
  };
}
