import { amountOf, formatAmount } from '../money.ts';
import { proceedsOf } from '../nfts.ts';
import { countOf, isRecord, isSame, type Json, recordOf, textOf } from './document.ts';
import type { Findings } from './findings.ts';

/** The answer of `getNftCertificate` as it is saved: the card of the work, and the certificate. */
export const isCertificateAnswer = (document: unknown): document is Json =>
  isRecord(document) && isRecord(document.evidence) && isRecord(document.listing) && !('proof' in document);

const ANSWER = ['evidence', 'listing'];
const CARD = ['asset', 'charity', 'id', 'image', 'language', 'name', 'price', 'raised', 'sold', 'state', 'supply'];
const CHARITY = ['id', 'language', 'name'];
const STATES = ['onSale', 'soldOut', 'ended', 'offSale'];

/**
 * The card must say what was promised. How many were sold is of the moment when it was saved, so
 * only what follows from it is compared; names in another language than the promise, and that of
 * the charity, may be translations.
 */
export function proveCard(answer: Json, found: Findings): void {
  const card = recordOf(answer.listing, 'the work');
  const charity = recordOf(card.charity, 'the charity of the work');
  const promise = recordOf(recordOf(answer.evidence, 'the certificate').promise, 'what was promised');
  const promised = recordOf(promise.charity, 'the charity');
  const expect = (holds: boolean, field: string): boolean =>
    found.expect('order', holds, `the work: ${field} is not what was promised`);
  for (const [value, names, what] of [
    [answer, ANSWER, 'the answer'],
    [card, CARD, 'the work'],
    [charity, CHARITY, 'the charity of the work'],
  ] as const) {
    found.expect('order', isSame(Object.keys(value).sort(), names), `${what} says more or less than it should`);
  }
  expect(card.id === promise.listing, 'its number');
  expect(charity.id === promised.id, 'its charity');
  for (const field of ['asset', 'price', 'supply']) expect(card[field] === promise[field], field);
  if (card.language === promise.language) expect(card.name === promise.name, 'its name');
  const sold = countOf(card.sold, 'how many were sold');
  expect(0 < sold && sold <= countOf(promise.supply, 'a supply'), 'how many were sold');
  const raised = proceedsOf(amountOf(textOf(promise.price, 'a price')), sold);
  expect(card.raised === formatAmount(raised), 'what was raised');
  expect(STATES.includes(textOf(card.state, 'a state')), 'its state');
  expect(/^\/swx\/customer\/index\/getNftImage\/[\w.-]+$/.test(textOf(card.image, 'a picture')), 'its picture');
}
