import type { Language } from '@glasshouse/api/constants';
import type { OperatorBodyOf, OperatorResultOf } from '@glasshouse/api/operator/calls';

export type Charity = OperatorResultOf<'listCharities'>[number];
export type Listing = OperatorResultOf<'listNftListings'>[number];
export type Texts = OperatorBodyOf<'saveCharity'>['texts'];
type NftText = NonNullable<Texts[Language]>;

const AMOUNT = /^(?!0(?:\.0+)?$)\d{1,14}(?:\.\d{1,8})?$/;
const COUNT = /^[1-9]\d{0,6}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const WEBSITE = /^https:\/\/[^\s"<>]{3,190}$/;

/** Name and text of a charity or work, as typed. */
export interface WrittenDraft {
  readonly language: Language;
  readonly texts: { readonly [Name in Language]?: NftText };
}
export interface CharityDraft extends WrittenDraft {
  readonly registration: string;
  readonly website: string;
}
export interface ListingDraft extends WrittenDraft {
  readonly charity: number | undefined;
  readonly image: string | undefined;
  readonly price: string;
  readonly supply: string;
}

const EMPTY: WrittenDraft = { language: 'en', texts: {} };

export const charityDraft = (known: Charity | undefined): CharityDraft => ({
  ...(known === undefined ? EMPTY : { language: known.language, texts: known.texts }),
  registration: known?.registration ?? '',
  website: known?.website ?? '',
});

export const listingDraft = (known: Listing | undefined, charity: number | undefined): ListingDraft => ({
  ...(known === undefined ? EMPTY : { language: known.language, texts: known.texts }),
  charity: known?.charity ?? charity,
  image: known?.image,
  price: known?.price ?? '',
  supply: known === undefined ? '' : String(known.supply),
});

/**
 * What is sent; undefined while a language has only a name or only a text, or the original has
 * neither.
 */
function textsOf({ texts, language }: WrittenDraft): Texts | undefined {
  const entries = Object.entries(texts).map(([code, { name, text }]) => [code, name.trim(), text.trim()] as const);
  const written = entries.filter(([, name, text]) => name !== '' || text !== '');
  if (written.some(([, name, text]) => name === '' || text === '')) return undefined;
  const sent: Texts = Object.fromEntries(written.map(([code, name, text]) => [code, { name, text }]));
  return sent[language] === undefined ? undefined : sent;
}

export function charityBody(
  draft: CharityDraft,
  id: number | undefined,
): Omit<OperatorBodyOf<'saveCharity'>, 'reason'> | undefined {
  const texts = textsOf(draft);
  const registration = draft.registration.trim();
  const website = draft.website.trim();
  if (texts === undefined || (website !== '' && !WEBSITE.test(website))) return undefined;
  return {
    ...(id !== undefined && { id }),
    language: draft.language,
    texts,
    ...(registration !== '' && { registration }),
    ...(website !== '' && { website }),
  };
}

export function listingBody(
  draft: ListingDraft,
  id: number | undefined,
): Omit<OperatorBodyOf<'saveNftListing'>, 'reason'> | undefined {
  const texts = textsOf(draft);
  const { charity, image, price, supply } = draft;
  if (texts === undefined || charity === undefined || image === undefined) return undefined;
  if (!AMOUNT.test(price) || !COUNT.test(supply)) return undefined;
  return {
    ...(id !== undefined && { id }),
    charity,
    language: draft.language,
    texts,
    imageFileId: image,
    price,
    supply: Number(supply),
  };
}

export interface PaymentDraft {
  readonly amount: string;
  readonly reference: string;
  readonly paidOn: string;
  readonly proof: string | undefined;
}

export const EMPTY_PAYMENT: PaymentDraft = { amount: '', reference: '', paidOn: '', proof: undefined };

export function paymentBody(draft: PaymentDraft): Omit<OperatorBodyOf<'payCharity'>, 'reason'> | undefined {
  const { amount, paidOn, proof } = draft;
  const reference = draft.reference.trim();
  if (!AMOUNT.test(amount) || reference === '' || !DATE.test(paidOn) || proof === undefined) return undefined;
  return { amount, reference, paidOn, proofFileId: proof };
}

/** As it was written first. */
export const nameOf = ({ texts, language }: { readonly texts: Texts; readonly language: Language }): string =>
  texts[language]?.name ?? '';
