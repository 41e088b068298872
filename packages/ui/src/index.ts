export * from './controls/button.tsx';
export * from './controls/field.tsx';
export * from './controls/icon-button.tsx';
export * from './controls/spinner.tsx';
export * from './controls/text-field.tsx';
export * from './icon/icon.tsx';
export * from './layout/visually-hidden.tsx';
export * from './lib/cx.ts';
