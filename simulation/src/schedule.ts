/**
 * Trading hours of an instrument, as published: always open, or open and closed in turn from a
 * moment on.
 */
export type Schedule = 'always' | { readonly fromMs: number; readonly openMs: number; readonly closedMs: number };
