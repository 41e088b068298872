import { formatFigure } from '../figures/format-figure.ts';

/** Prices on the axis and in the legend: all decimal places, in the user's locale. */
export const formatPriceNumber = (price: number, places: number, locale: string): string =>
  formatFigure(price.toFixed(places), { locale, places });

export const formatVolume = (volume: number, locale: string): string =>
  formatFigure(volume.toFixed(0), { locale, compact: true });

export const formatRsi = (value: number, format: { locale: string; places: number }): string =>
  formatFigure(value.toFixed(format.places), format);

/** Percentage change as decimal text for `Change`. For display only, so floats are fine. */
export function changePercent(from: number | undefined, to: number): string | undefined {
  if (from === undefined || from === 0) return undefined;
  return (((to - from) / from) * 100).toFixed(4);
}
