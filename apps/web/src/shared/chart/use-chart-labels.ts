import type { ChartLabels } from '@glasshouse/ui/chart';
import { useMemo } from 'react';
import { useT } from '../../i18n/language.ts';

export function useChartLabels(): ChartLabels {
  const t = useT();
  return useMemo(
    () => ({
      intervals: t('trade:chart.interval'),
      candles: t('trade:chart.candles'),
      line: t('trade:chart.line'),
      averages: t('trade:chart.averages'),
      volume: t('trade:chart.volume'),
      save: t('trade:chart.save'),
      fullScreen: t('trade:chart.fullScreen'),
      leaveFullScreen: t('trade:chart.leaveFullScreen'),
      tools: t('trade:chart.tools'),
      open: t('trade:chart.short.open'),
      high: t('trade:chart.short.high'),
      low: t('trade:chart.short.low'),
      close: t('trade:chart.short.close'),
      volumeShort: t('trade:chart.short.volume'),
      averageShort: t('trade:chart.short.average'),
      keyboardHint: t('trade:chart.keyboard'),
      loadFailed: t('trade:chart.loadFailed'),
    }),
    [t],
  );
}
