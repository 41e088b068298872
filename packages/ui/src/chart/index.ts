export { readDrawings } from './drawings/read-drawings.ts';
export * from './labels.ts';
export { FIRST_LOOK, readLook } from './look.ts';
export * from './price-chart.tsx';
export * from './types.ts';
