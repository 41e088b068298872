import { nestedAddress, scriptOf, segwitAddress } from '../bitcoin-address.ts';
import type { BitcoinChain } from '../network.ts';

/** Scripts that deposit addresses use; `key` pays to the hash of a public key the old way. */
export type ScriptKind = 'segwit' | 'script' | 'key';

/** Where the 20 bytes of a known script begin; undefined for every other script. */
export function scriptKey(
  bytes: Uint8Array,
  start: number,
  length: number,
): { readonly kind: ScriptKind; readonly offset: number } | undefined {
  if (length === 22 && bytes[start] === 0x00 && bytes[start + 1] === 20) return { kind: 'segwit', offset: start + 2 };
  if (length === 23 && bytes[start] === 0xa9 && bytes[start + 1] === 20 && bytes[start + 22] === 0x87) {
    return { kind: 'script', offset: start + 2 };
  }
  if (length === 25 && bytes[start] === 0x76 && bytes[start + 1] === 0xa9 && bytes[start + 2] === 20) {
    return { kind: 'key', offset: start + 3 };
  }
  return undefined;
}

export function bitcoinKeyOf(
  chain: BitcoinChain,
  address: string,
): { readonly kind: ScriptKind; readonly key: Uint8Array } | undefined {
  const script = scriptOf(chain, address);
  const found = script === undefined ? undefined : scriptKey(script, 0, script.length);
  return script === undefined || found === undefined
    ? undefined
    : { kind: found.kind, key: script.subarray(found.offset, found.offset + 20) };
}

/** The address of a deposit script, spelled as it was handed out. */
export const addressOfScript = (chain: BitcoinChain, kind: 'segwit' | 'script', key: Uint8Array): string =>
  kind === 'segwit' ? segwitAddress(chain, key) : nestedAddress(chain, key);
