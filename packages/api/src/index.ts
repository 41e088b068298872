export * from './calls.ts';
export * from './codes.ts';
export * from './constants.ts';
export * from './define-call.ts';
