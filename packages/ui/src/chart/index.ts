export * from './price-chart.tsx';
export * from './types.ts';
