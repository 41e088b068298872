export { ChartPlace } from './chart-place.tsx';
export { readDrawings } from './drawings/read-drawings.ts';
export * from './labels.ts';
export { type ChartLink, createChartLink } from './link.ts';
export * from './price-chart.tsx';
export { DEFAULT_CHART_SETTINGS, readChartSettings } from './settings.ts';
export * from './types.ts';
