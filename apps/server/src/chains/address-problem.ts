import { code } from '@glasshouse/api/codes';
import { bitcoinAddressProblem } from './bitcoin-address.ts';
import { evmAddressProblem } from './evm-address.ts';
import type { Network } from './network.ts';
import { tronAddressProblem } from './tron-address.ts';

/**
 * Why nothing may be sent to an address. `contract`: a token contract keeps what it is sent.
 * `burn`: nobody has the key.
 */
export type AddressProblem = 'malformed' | 'checksum' | 'otherNetwork' | 'contract' | 'burn' | 'ours';

export interface AddressRules {
  /** Whether it is a deposit address of this installation: paying out there moves nothing. */
  readonly isOurs?: (address: string) => boolean;
}

/** Undefined when money can be sent to the address. */
export function addressProblem(network: Network, address: string, rules?: AddressRules): AddressProblem | undefined {
  const fault = formatProblem(network, address);
  if (fault !== undefined) return fault;
  if (isContract(network, address)) return 'contract';
  if (isBurn(network, address)) return 'burn';
  return rules?.isOurs?.(address) === true ? 'ours' : undefined;
}

/** The one spelling under which an address is stored and compared. */
export function canonicalAddress(network: Network, address: string): string {
  switch (network.family) {
    case 'evm':
      return address.toLowerCase();
    case 'bitcoin':
      // Bech32 may be written in capitals, as QR codes prefer; base58 means its case.
      return /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;
    case 'tron':
      return address;
  }
}

/** What a call answers with. */
export const ADDRESS_CODES: { readonly [Problem in AddressProblem]: number } = {
  malformed: code.addressWrong,
  checksum: code.addressChecksumWrong,
  otherNetwork: code.addressOfOtherNetwork,
  contract: code.addressIsContract,
  burn: code.addressIsContract,
  ours: code.addressIsOurs,
};

function formatProblem(network: Network, address: string): AddressProblem | undefined {
  switch (network.family) {
    case 'evm':
      return otherwise(evmAddressProblem(address), network, address);
    case 'tron':
      return otherwise(tronAddressProblem(address), network, address);
    case 'bitcoin':
      return otherwise(bitcoinAddressProblem(network.chain, address), network, address);
  }
}

/** An address that another family would accept was meant for that one. */
function otherwise(fault: AddressProblem | undefined, { family }: Network, address: string): typeof fault {
  if (fault !== 'malformed') return fault;
  const fitsOther =
    (family !== 'evm' && evmAddressProblem(address) === undefined) ||
    (family !== 'tron' && tronAddressProblem(address) === undefined) ||
    (family !== 'bitcoin' && bitcoinAddressProblem('main', address) === undefined);
  return fitsOther ? 'otherNetwork' : fault;
}

function isContract(network: Network, address: string): boolean {
  const given = canonicalAddress(network, address);
  return network.assets.some(({ contract }) => contract !== undefined && canonicalAddress(network, contract) === given);
}

/** The zero address, the usual burn address and the precompiled contracts (1 to 0xffff). */
function isBurn({ family }: Network, address: string): boolean {
  if (family === 'tron') return address === 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
  if (family !== 'evm') return false;
  const digits = address.slice(2).toLowerCase();
  return digits.startsWith('0'.repeat(36)) || digits === '000000000000000000000000000000000000dead';
}
