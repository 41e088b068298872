/** Published trading hours: always open, or alternately open and closed from `fromMs` on. */
export type Schedule = 'always' | { readonly fromMs: number; readonly openMs: number; readonly closedMs: number };
