import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { Cell } from '@glasshouse/client/emitter';
import { useSyncExternalStore } from 'react';

/** The favourite codes, in the order of marking, stored in this browser. */
const KEY = 'favourites';
/** Beyond this, the oldest is dropped. */
const FAVOURITES_MAX = 100;

/** The stored list; invalid content counts as empty. */
export function readFavourites(text: string | undefined): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((code) => typeof code === 'string').slice(-FAVOURITES_MAX);
  } catch {
    return [];
  }
}

export const toggled = (codes: readonly string[], code: string): readonly string[] =>
  codes.includes(code) ? codes.filter((known) => known !== code) : [...codes, code].slice(-FAVOURITES_MAX);

const favourites = new Cell<readonly string[]>(readFavourites(readStored(KEY)));

export function toggleFavourite(code: string): void {
  const next = toggled(favourites.get(), code);
  favourites.set(next);
  writeStored(KEY, JSON.stringify(next));
}

const NONE: readonly string[] = [];
const none = (): readonly string[] => NONE;
const isNone = (): boolean => false;

export const useFavourites = (): readonly string[] => useSyncExternalStore(favourites.subscribe, favourites.get, none);
export const useIsFavourite = (code: string): boolean =>
  useSyncExternalStore(favourites.subscribe, () => favourites.get().includes(code), isNone);
