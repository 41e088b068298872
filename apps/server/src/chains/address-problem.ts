import { code } from '@glasshouse/api/codes';
import { TOKEN_CONTRACTS } from '@glasshouse/api/networks';
import { addressFault, addressLoss, isPaymentLink } from '@glasshouse/rules/address';
import { bitcoinAddressProblem } from './bitcoin-address.ts';
import { evmAddressProblem } from './evm-address.ts';
import type { BitcoinChain, Network } from './network.ts';
import { tronAddressProblem } from './tron-address.ts';

/**
 * Why nothing may be sent to an address. `paymentLink`: it stands in a link, with more than the
 * address. `contract`: a token contract keeps what it is sent. `burn`: nobody has the key.
 */
export type AddressProblem = 'paymentLink' | 'malformed' | 'checksum' | 'otherNetwork' | 'contract' | 'burn' | 'ours';

export interface AddressRules {
  /** Whether it is a deposit address of this installation: paying out there moves nothing. */
  readonly isOurs?: (address: string) => boolean;
  /** The networks of this installation, whose token contracts count beside the built-in ones. */
  readonly networks?: readonly Network[];
}

/** Undefined when money can be sent to the address. */
export function addressProblem(network: Network, address: string, rules?: AddressRules): AddressProblem | undefined {
  if (isPaymentLink(address)) return 'paymentLink';
  const fault = formatProblem(network, address);
  if (fault !== undefined) return fault;
  const loss = addressLoss(network.family, address, contractsOf([network, ...(rules?.networks ?? [])]));
  if (loss !== undefined) return loss;
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
  paymentLink: code.addressIsPaymentLink,
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
      return otherwise(bitcoinProblem(network.chain, address), network, address);
  }
}

/** The pages know the main chain alone and judge it by the same rule; the word is the server's. */
function bitcoinProblem(chain: BitcoinChain, address: string): AddressProblem | undefined {
  const problem = bitcoinAddressProblem(chain, address);
  if (problem !== undefined || chain !== 'main') return problem;
  return addressFault('bitcoin', address) === undefined ? undefined : 'malformed';
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

const contractsOf = (networks: readonly Network[]): readonly string[] => [
  ...TOKEN_CONTRACTS,
  ...networks.flatMap(({ assets }) => assets.flatMap(({ contract }) => contract ?? [])),
];
