import type { Network } from './network.ts';

/** Undefined when the text can be the hash of a transaction on the network. */
export function txHashProblem(network: Network, hash: string): 'malformed' | undefined {
  switch (network.family) {
    case 'evm':
      return /^0x[0-9a-fA-F]{64}$/.test(hash) ? undefined : 'malformed';
    case 'tron':
    case 'bitcoin':
      return /^[0-9a-fA-F]{64}$/.test(hash) ? undefined : 'malformed';
  }
}

/** The one spelling under which a hash is stored, so that one transfer is not claimed twice. */
export const canonicalTxHash = (hash: string): string => hash.toLowerCase();
