import { CrosshairMode, LineStyle } from 'lightweight-charts';
import type { ChartPalette } from './palette.ts';

/** The library's style options; colours come from the tokens through the palette. */
export function chartStyle(palette: ChartPalette) {
  const crossLine = {
    color: palette.textMuted,
    width: 1 as const,
    style: LineStyle.Dashed,
    labelBackgroundColor: palette.accentSolid,
  };
  return {
    layout: {
      background: { color: palette.surface },
      textColor: palette.textMuted,
      fontFamily: palette.font,
      fontSize: 11,
      panes: { separatorColor: palette.line, separatorHoverColor: palette.lineStrong },
    },
    grid: { vertLines: { color: palette.grid }, horzLines: { color: palette.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: crossLine, horzLine: crossLine },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderColor: palette.line, minBarSpacing: 1.5, timeVisible: true, secondsVisible: true },
  };
}

const lastPriceLine = (palette: ChartPalette) => ({
  priceLineColor: palette.accentSolid,
  priceLineStyle: LineStyle.Dotted,
});

/** Rising candles are hollow, falling ones filled: direction never relies on colour alone. */
export const candleStyle = (palette: ChartPalette) => ({
  upColor: palette.surface,
  downColor: palette.down,
  borderUpColor: palette.up,
  borderDownColor: palette.down,
  wickUpColor: palette.up,
  wickDownColor: palette.down,
  ...lastPriceLine(palette),
});

export const lineStyle = (palette: ChartPalette) => ({ color: palette.text, ...lastPriceLine(palette) });

/** Space above the bars for the legend and below them for the volume. */
export const priceMargins = (volume: boolean) => ({ top: 0.15, bottom: volume ? 0.22 : 0.08 });
export const VOLUME_MARGINS = { top: 0.84, bottom: 0 };
