export interface Searchable {
  label: string;
  /** Further words that find it: a code, an English name. */
  keywords?: string | undefined;
}

/** Without accents and case, so that `cote` finds Côte d’Ivoire. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Labels that start with the words come first, then those that contain them; the order stays. */
export function searchOptions<Option extends Searchable>(options: readonly Option[], typed: string): readonly Option[] {
  const query = plain(typed.trim());
  if (query === '') return options;
  const first: Option[] = [];
  const rest: Option[] = [];
  for (const option of options) {
    const label = plain(option.label);
    const keywords = plain(option.keywords ?? '').split(' ');
    if (label.startsWith(query) || keywords.some((word) => word === query)) first.push(option);
    else if (label.includes(query) || keywords.some((word) => word.startsWith(query))) rest.push(option);
  }
  return [...first, ...rest];
}
