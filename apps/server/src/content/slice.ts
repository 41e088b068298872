import { notOwned } from '../kernel/core/effects.ts';
import { sliceOf } from '../kernel/core/state.ts';
import type { ChangeOf, CoreState } from '../kernel/core/types.ts';
import type { Item, Version } from './rows.ts';

export const CONTENT = { name: 'content' } as const;

export type ContentRows = { readonly content_items: Item; readonly content_versions: Version };

/** Texts stay in the database: the core only counts versions. */
export interface ContentSlice {
  readonly items: Map<number, Item>;
}

export const emptySlice = (): ContentSlice => ({ items: new Map() });

export const contentOf = (state: CoreState): ContentSlice => sliceOf<ContentSlice>(state, CONTENT);

export function reduce(slice: ContentSlice, change: ChangeOf<ContentRows>): void {
  switch (change.table) {
    case 'content_items':
      slice.items.set(change.row.id, change.row);
      return;
    case 'content_versions':
      return;
    default:
      notOwned(CONTENT.name, change);
  }
}
