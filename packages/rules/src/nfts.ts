import { sha256 } from '@noble/hashes/sha2.js';
import type { Amount } from './money.ts';
import { canonicalText } from './proofs/canonical.ts';
import { toHex } from './receipt.ts';

/** What buyers are promised. None of it changes once the first of them could buy. */
export type NftPromise = {
  readonly listing: number;
  readonly charity: { readonly id: number; readonly name: string; readonly registration: string | null };
  /** What name and text are written in; translations are no part of the promise. */
  readonly language: string;
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the picture, hex. */
  readonly image: string;
  readonly asset: string;
  readonly price: string;
  readonly supply: number;
};

const DOMAIN = 'glasshouse/nft/1\n';

/** `SHA-256("glasshouse/nft/1\n" ‖ canonical JSON)`, hex: each sale puts it into the log. */
export const promiseDigest = (promise: { readonly [field: string]: unknown }): string =>
  toHex(sha256(new TextEncoder().encode(DOMAIN + canonicalText(promise))));

const CERTIFICATE_DOMAIN = 'glasshouse/nft-certificate/1\n';

/** What a certificate says. The nonce hides a short name behind its digest. */
export interface CertificateSays {
  readonly purchase: number;
  readonly serial: number;
  readonly owner: string | null;
  /** 16 random bytes, hex. */
  readonly nonce: string;
}

/** `SHA-256("glasshouse/nft-certificate/1\n" ‖ canonical JSON)`, hex, as the log has it. */
export const certificateDigest = ({ purchase, serial, owner, nonce }: CertificateSays): string =>
  toHex(sha256(new TextEncoder().encode(CERTIFICATE_DOMAIN + canonicalText({ purchase, serial, owner, nonce }))));

/** What a purchase costs: all of it is the charity's. */
export const proceedsOf = (price: Amount, quantity: number): Amount => (price * BigInt(quantity)) as Amount;
