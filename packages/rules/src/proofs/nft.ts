import { type Amount, amountOf, formatAmount } from '../money.ts';
import { certificateDigest, proceedsOf, promiseDigest } from '../nfts.ts';
import { fromHex } from '../receipt.ts';
import { countOf, isoOf, isSame, type Json, recordOf, textOf, Unreadable } from './document.ts';
import { ExpectedLines, expectLines } from './ledger.ts';
import { expectFields, FREE, type Proving } from './proving.ts';

/** A purchase of charity NFTs: serials, price and whose the money is follow from its log entry. */
export function proveNft(document: Json, by: Proving): void {
  const { found, entries } = by;
  const shown = recordOf(document.nft, 'the purchase');
  const id = countOf(shown.id, 'the number of the purchase');
  const bought = entries.need(['nfts.buy'], ({ seq }) => seq === id, 'the purchase');
  by.owner(bought);
  const result = recordOf(bought.result, 'the result of the purchase');
  const { price, charity, asset } = promised(document, result.digest, by);
  const quantity = countOf(bought.body.quantity, 'a quantity');
  const paid = proceedsOf(price, quantity);
  found.expect('amounts', result.paid === formatAmount(paid), 'the price is not the one that was promised');
  expectSerials(document, { first: result.serial, quantity }, by);
  const lines = new ExpectedLines();
  const contra = `charity.${charity}`;
  lines.with(bought, { account: 'available', contra, amount: -paid, asset, reason: 'nfts.buy' });
  expectLines(found, document.lines, { lines, ref: String(id), book: bought.book });
  expectFields(by, 'the purchase', shown, {
    id,
    listing: bought.body.id,
    serial: result.serial,
    quantity,
    asset,
    price: formatAmount(price),
    paid: formatAmount(paid),
    at: isoOf(bought.at),
  });
  found.expect('order', recordOf(document.promise, '').listing === bought.body.id, 'it is of another work');
  entries.expectShown(document.log, new Set([id]));
  const { nft, promise, log, lines: own, proof } = document;
  expectFields(by, 'the receipt', document, { nft, promise, log, lines: own, proof });
}

/**
 * What an owner shows of one serial. The entry that sold it stays private: its place in the log is
 * given. Another entry, without a person, has the serial and the digest of the name that the owner
 * chose. Certificates of earlier releases lack it: there the seal alone vouches for both.
 */
export function proveCertificate(document: Json, by: Proving): void {
  const { entries } = by;
  const shown = recordOf(document.certificate, 'the certificate');
  const purchase = countOf(shown.purchase, 'the number of the purchase');
  const entry = entries.hidden.find(({ seq, type }) => seq === purchase && type === 'nfts.buy');
  if (entry === undefined) throw new Unreadable('the log entry of the purchase is missing');
  entries.use(entry);
  promised(document, shown.digest, by);
  expectSerials(document, { first: shown.serial, quantity: 1 }, by);
  expectFields(by, 'the certificate', shown, {
    purchase,
    serial: shown.serial,
    digest: shown.digest,
    at: isoOf(entry.at),
    owner: shown.owner === null ? null : FREE,
    ...('entry' in shown ? { entry: shown.entry, nonce: FREE } : {}),
  });
  if ('entry' in shown) expectCertified(document, by);
  else by.found.lack('old', 'its log does not say which serial and name are shown, only its signature does');
  const { certificate, promise, proof } = document;
  expectFields(by, 'the certificate', document, { certificate, promise, proof });
}

const NONCE_BYTES = 16;

function expectCertified(document: Json, { entries, found }: Proving): void {
  const shown = recordOf(document.certificate, 'the certificate');
  const seq = countOf(shown.entry, 'the number of the log entry of the certificate');
  const made = entries.need(['nfts.certify'], (entry) => entry.seq === seq, 'the certificate');
  const { listing } = recordOf(document.promise, 'what was promised');
  const purchase = countOf(shown.purchase, 'the number of the purchase');
  const serial = countOf(shown.serial, 'a serial number');
  const owner = shown.owner === null ? null : textOf(shown.owner, 'the name of the owner');
  const nonce = textOf(shown.nonce, 'the nonce of the certificate');
  found.expect('log', fromHex(nonce, NONCE_BYTES) !== undefined, 'the nonce of the certificate is none');
  const says = { purchase, listing, serial, shown: certificateDigest({ purchase, serial, owner, nonce }) };
  found.expect('log', isSame(made.body, says), 'its serial or its owner is not what the log says');
  const isSold = isSame(made.result, { listing, serial, digest: shown.digest });
  found.expect('log', isSold, 'it is of another work than the log says');
  found.expect('log', made.user === 0 && made.book === 'real', 'its log entry is of somebody');
  found.expect('log', purchase < seq, 'it is older than its purchase');
}

function promised(
  document: Json,
  digest: unknown,
  { found }: Proving,
): { readonly price: Amount; readonly charity: number; readonly asset: string } {
  const promise = recordOf(document.promise, 'what was promised');
  const charity = recordOf(promise.charity, 'the charity');
  found.expect('terms', promiseDigest(promise) === digest, 'what was promised is not what the log says');
  return {
    price: amountOf(textOf(promise.price, 'a price')),
    charity: countOf(charity.id, 'the number of the charity'),
    asset: textOf(promise.asset, 'an asset'),
  };
}

function expectSerials(
  document: Json,
  serials: { readonly first: unknown; readonly quantity: number },
  { found }: Proving,
): void {
  const supply = countOf(recordOf(document.promise, 'what was promised').supply, 'a supply');
  const first = countOf(serials.first, 'a serial number');
  const isWithin = 1 <= first && 1 <= serials.quantity && first + serials.quantity - 1 <= supply;
  found.expect('order', isWithin, 'its serial number is beyond the supply');
}
