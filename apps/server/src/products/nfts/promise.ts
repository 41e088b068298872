import type { Language } from '@glasshouse/api/constants';
import type { NftPromise } from '@glasshouse/rules/nfts';
import type { Charity, Listing, NftText, Texts } from './rows.ts';

/** What was written first; every charity and work has it. */
export const original = ({ texts, language }: { readonly texts: Texts; readonly language: string }): NftText =>
  texts[language] ?? { name: '', text: '' };

/** In a language, or as it was written where nobody has translated it. */
export function inLanguage(
  content: { readonly texts: Texts; readonly language: string },
  language: string,
): NftText & { readonly language: Language } {
  const found = content.texts[language];
  return { ...(found ?? original(content)), language: (found === undefined ? content.language : language) as Language };
}

/** What buyers of a work rely on. */
export function promiseOf(listing: Listing, charity: Charity): NftPromise & { readonly language: Language } {
  const { name, text } = original(listing);
  return {
    listing: listing.id,
    charity: { id: charity.id, name: original(charity).name, registration: charity.registration },
    language: listing.language as Language,
    name,
    text,
    image: listing.image_sha256,
    asset: listing.asset,
    price: listing.price,
    supply: listing.supply,
  };
}
