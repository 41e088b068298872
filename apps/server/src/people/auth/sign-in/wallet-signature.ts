import { createPublicClient, getAddress, type Hex, http, recoverMessageAddress } from 'viem';
import { verifyMessage } from 'viem/actions';
import { Networks } from '../../../chains/networks.ts';
import type { ChainSettings } from '../../../chains/settings.ts';

/** Nodes of each chain that is configured, by its number. */
export type ChainNodes = ReadonlyMap<number, readonly string[]>;

const TIMEOUT_MS = 8_000;
/** `0x` and 65 bytes: what a key signs. */
const KEY_SIGNATURE_LENGTH = 132;

export function chainNodes({ networks, watch }: Pick<ChainSettings, 'networks' | 'watch'>): ChainNodes {
  const all = new Networks(networks).all;
  return new Map(
    all.flatMap((network) => {
      const endpoints = watch[network.name]?.endpoints;
      return network.family !== 'evm' || endpoints === undefined ? [] : [[network.chainId, endpoints] as const];
    }),
  );
}

export interface SignedMessage {
  readonly address: string;
  readonly chainId: number;
  readonly message: string;
  readonly signature: string;
}

/**
 * Who signed: the key of the address, which needs no network, or the contract at the address, which
 * only its chain can say (ERC-1271; ERC-6492 while it is not there yet). A contract counts for its
 * own chain: at the same address of another chain there may be somebody else's. Every node must say
 * so; one that lies opens no account.
 */
export async function signerOf(
  { address, chainId, message, signature }: SignedMessage,
  nodes: ChainNodes,
): Promise<'key' | 'contract' | undefined> {
  const signed = { message, signature: signature as Hex };
  if (signature.length === KEY_SIGNATURE_LENGTH && (await recovered(signed)) === getAddress(address)) return 'key';
  const endpoints = nodes.get(chainId) ?? [];
  if (endpoints.length === 0) return undefined;
  const answers = await Promise.all(
    endpoints.map(async (endpoint) => {
      const client = createPublicClient({ transport: http(endpoint, { timeout: TIMEOUT_MS, retryCount: 1 }) });
      return verifyMessage(client, { address: getAddress(address), ...signed }).catch(() => false);
    }),
  );
  return answers.every(Boolean) ? 'contract' : undefined;
}

async function recovered(signed: { readonly message: string; readonly signature: Hex }): Promise<string | undefined> {
  try {
    return await recoverMessageAddress(signed);
  } catch {
    // The library throws for whatever is wrong with a signature, which comes from outside.
    return undefined;
  }
}
