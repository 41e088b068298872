export * from './format.ts';
export type { MessageKey } from './keys.ts';
export * from './languages.ts';
export * from './namespaces.ts';
export * from './translator.ts';
