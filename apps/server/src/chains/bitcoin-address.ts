import { bech32, bech32m } from '@scure/base';
import type { BitcoinChain } from './network.ts';
import { base58check } from './tron-address.ts';

/** Human-readable parts (BIP-173) and version bytes of the older formats. */
const FORMATS: {
  readonly [Chain in BitcoinChain]: { readonly hrp: string; readonly p2pkh: number; readonly p2sh: number };
} = {
  main: { hrp: 'bc', p2pkh: 0x00, p2sh: 0x05 },
  test: { hrp: 'tb', p2pkh: 0x6f, p2sh: 0xc4 },
  regtest: { hrp: 'bcrt', p2pkh: 0x6f, p2sh: 0xc4 },
};

const OP_0 = 0x00;
const OP_1 = 0x51;
const WITNESS_VERSION_MAX = 16;

/** Native segwit (BIP-84): bech32 of version 0 and the hash of the public key. */
export function segwitAddress(chain: BitcoinChain, keyHash: Uint8Array): string {
  return bech32.encode(FORMATS[chain].hrp, [0, ...bech32.toWords(keyHash)]);
}

/** Segwit inside P2SH (BIP-49), for wallets that export a ypub: needs the hash of the script. */
export const nestedAddress = (chain: BitcoinChain, scriptHash: Uint8Array): string =>
  base58check.encode(Uint8Array.of(FORMATS[chain].p2sh, ...scriptHash));

/** The script that pays to an address; undefined when it is none of this chain. */
export function scriptOf(chain: BitcoinChain, address: string): Uint8Array | undefined {
  const read = readAddress(chain, address);
  return typeof read === 'string' ? undefined : read;
}

export function bitcoinAddressProblem(
  chain: BitcoinChain,
  address: string,
): 'malformed' | 'checksum' | 'otherNetwork' | undefined {
  const read = readAddress(chain, address);
  return typeof read === 'string' ? read : undefined;
}

type Fault = 'malformed' | 'checksum' | 'otherNetwork';

function readAddress(chain: BitcoinChain, address: string): Uint8Array | Fault {
  const hrp = /^([a-z]{2,4})1[02-9ac-hj-np-z]{6,87}$/i.exec(address)?.[1]?.toLowerCase();
  if (hrp !== undefined && Object.values(FORMATS).some((format) => format.hrp === hrp)) {
    return hrp === FORMATS[chain].hrp ? readSegwit(address) : 'otherNetwork';
  }
  if (!/^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address)) return 'malformed';
  return readBase58(chain, address);
}

/** BIP-173 and BIP-350: version 0 is checked by bech32, all later ones by bech32m. */
function readSegwit(address: string): Uint8Array | Fault {
  const isMixedCase = address !== address.toLowerCase() && address !== address.toUpperCase();
  if (isMixedCase) return 'malformed';
  const text = address.toLowerCase() as `${string}1${string}`;
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(text, 90);
    if (decoded === undefined) continue;
    const [version = -1, ...words] = decoded.words;
    const program = coder.fromWordsUnsafe(words);
    if (program === undefined || program.length < 2 || 40 < program.length) return 'malformed';
    if (version < 0 || WITNESS_VERSION_MAX < version) return 'malformed';
    if ((version === 0) !== (coder === bech32)) return 'checksum';
    if (version === 0 && program.length !== 20 && program.length !== 32) return 'malformed';
    // Taproot programs are 32 bytes; money sent to other lengths or later versions is free for all.
    if (0 < version && (version !== 1 || program.length !== 32)) return 'malformed';
    return Uint8Array.of(version === 0 ? OP_0 : OP_1 + version - 1, program.length, ...program);
  }
  return 'checksum';
}

function readBase58(chain: BitcoinChain, address: string): Uint8Array | Fault {
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(address);
  } catch {
    return 'checksum';
  }
  if (bytes.length !== 21) return 'malformed';
  const { p2pkh, p2sh } = FORMATS[chain];
  const hash = bytes.subarray(1);
  if (bytes[0] === p2pkh) return Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac);
  if (bytes[0] === p2sh) return Uint8Array.of(0xa9, 20, ...hash, 0x87);
  return Object.values(FORMATS).some((format) => bytes[0] === format.p2pkh || bytes[0] === format.p2sh)
    ? 'otherNetwork'
    : 'malformed';
}
