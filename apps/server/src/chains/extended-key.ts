import { HDKey } from '@scure/bip32';
import type { Family } from './network.ts';
import { base58check } from './tron-address.ts';

/** What the four version bytes say (SLIP-132). */
interface KeyVersion {
  readonly prefix: string;
  readonly isPrivate: boolean;
  /** Which addresses wallets make from it; `any` for plain BIP-32. */
  readonly kind: 'any' | 'nested' | 'segwit';
  readonly isTest: boolean;
}

const version = (prefix: string, kind: KeyVersion['kind'], isTest: boolean, isPrivate: boolean): KeyVersion => ({
  prefix,
  kind,
  isTest,
  isPrivate,
});

const VERSIONS = new Map<number, KeyVersion>([
  [0x0488b21e, version('xpub', 'any', false, false)],
  [0x049d7cb2, version('ypub', 'nested', false, false)],
  [0x04b24746, version('zpub', 'segwit', false, false)],
  [0x043587cf, version('tpub', 'any', true, false)],
  [0x044a5262, version('upub', 'nested', true, false)],
  [0x045f1cf6, version('vpub', 'segwit', true, false)],
  [0x0488ade4, version('xprv', 'any', false, true)],
  [0x049d7878, version('yprv', 'nested', false, true)],
  [0x04b2430c, version('zprv', 'segwit', false, true)],
  [0x04358394, version('tprv', 'any', true, true)],
  [0x044a4e28, version('uprv', 'nested', true, true)],
  [0x045f18bc, version('vprv', 'segwit', true, true)],
]);

const BYTES = 78;

export interface ExtendedKey {
  readonly key: HDKey;
  readonly kind: KeyVersion['kind'];
  readonly isTest: boolean;
}

export type ExtendedKeyResult =
  | { readonly ok: true; readonly extended: ExtendedKey }
  /** A sentence for the operator. */
  | { readonly ok: false; readonly problem: string };

/** Reads an extended public key; private ones are refused before anything is kept of them. */
export function readExtendedKey(family: Family, text: string): ExtendedKeyResult {
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(text);
  } catch {
    return refused('is not an extended public key: its checksum is wrong');
  }
  const number = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const found = bytes.length === BYTES ? VERSIONS.get(number) : undefined;
  if (found === undefined) return refused('is not an extended public key (xpub, ypub, zpub, tpub, upub or vpub)');
  if (found.isPrivate) {
    return refused(
      `is a PRIVATE key (${found.prefix}): whoever holds it can spend everything. Glasshouse takes only the extended public key; treat this one as disclosed`,
    );
  }
  if (family !== 'bitcoin' && (found.kind !== 'any' || found.isTest)) {
    return refused(`is a key for Bitcoin (${found.prefix}); expected an xpub`);
  }
  try {
    const key = HDKey.fromExtendedKey(text, { public: number, private: 0 });
    return { ok: true, extended: { key, kind: found.kind, isTest: found.isTest } };
  } catch (error) {
    return refused(`is not a valid extended public key: ${(error as Error).message}`);
  }
}

const refused = (problem: string): ExtendedKeyResult => ({ ok: false, problem });
