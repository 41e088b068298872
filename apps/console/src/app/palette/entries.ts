import type { IconType } from '@glasshouse/ui';

export interface PaletteEntry {
  readonly href: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly icon: IconType;
}

/** More do not fit on a screen. */
export const ENTRIES_MAX = 12;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Names that begin with what was typed, then names with a word that does, then the rest. */
export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const query = plain(typed.trim());
  if (query === '') return entries.slice(0, ENTRIES_MAX);
  const rank = ({ title }: PaletteEntry): number => {
    const name = plain(title);
    if (name.startsWith(query)) return 0;
    if (name.split(/\s+/).some((word) => word.startsWith(query))) return 1;
    return name.includes(query) ? 2 : 3;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((ranked) => ranked.rank < 3)
    .sort((left, right) => left.rank - right.rank)
    .slice(0, ENTRIES_MAX)
    .map(({ entry }) => entry);
}
