import { useT } from '@glasshouse/app/language/language';
import type { ChartLabels } from '@glasshouse/ui/chart';
import { useMemo } from 'react';

export function useChartLabels(): ChartLabels {
  const t = useT();
  return useMemo(
    () => ({
      empty: t('trade:chart.empty'),
      intervals: t('trade:chart.interval'),
      tools: t('trade:chart.tools'),
      candles: t('trade:chart.candles'),
      line: t('trade:chart.line'),
      drawLevel: t('trade:chart.drawLevel'),
      drawTrend: t('trade:chart.drawTrend'),
      removeDrawings: t('trade:chart.removeDrawings'),
      removeDrawing: t('trade:chart.removeDrawing'),
      drawings: t('trade:chart.drawings'),
      levelName: (price: string) => t('trade:chart.levelName', { price }),
      trendName: (prices: { from: string; to: string }) => t('trade:chart.trendName', prices),
      drawingHint: t('trade:chart.drawingHint'),
      drawingRemoved: t('trade:chart.drawingRemoved'),
      resetView: t('trade:chart.resetView'),
      save: t('trade:chart.save'),
      fullScreen: t('trade:chart.fullScreen'),
      leaveFullScreen: t('trade:chart.leaveFullScreen'),
      open: t('trade:chart.short.open'),
      high: t('trade:chart.short.high'),
      low: t('trade:chart.short.low'),
      close: t('trade:chart.short.close'),
      volumeShort: t('trade:chart.short.volume'),
      // The last four are the same in every language, like ISO currency codes.
      shortNames: { sma: t('trade:chart.short.average'), ema: 'EMA', bollinger: 'BOLL', rsi: 'RSI', macd: 'MACD' },
      indicators: t('trade:chart.indicators'),
      names: {
        volume: t('trade:chart.volume'),
        sma: t('trade:chart.averages'),
        ema: t('trade:chart.ema'),
        bollinger: t('trade:chart.bollinger'),
        rsi: t('trade:chart.rsi'),
        macd: 'MACD',
      },
      period: t('trade:chart.period'),
      deviations: t('trade:chart.deviations'),
      fast: t('trade:chart.fast'),
      slow: t('trade:chart.slow'),
      signal: t('trade:chart.signal'),
      restore: t('trade:chart.restore'),
      placeLevel: t('trade:chart.placeLevel'),
      placeFirst: t('trade:chart.placeFirst'),
      placeSecond: t('trade:chart.placeSecond'),
      cancelDrawing: t('common:action.cancel'),
      keyboardHint: t('trade:chart.keyboard'),
      lineHint: t('trade:chart.lineHint'),
      linesAbove: (count) => t('trade:chart.linesAbove', { lines: count }),
      linesBelow: (count) => t('trade:chart.linesBelow', { lines: count }),
      loadFailed: t('trade:chart.loadFailed'),
    }),
    [t],
  );
}
