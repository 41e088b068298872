/** How addresses of a network are made and written. */
export type Family = 'evm' | 'tron' | 'bitcoin';

/** One of our assets on one network. */
export interface NetworkAsset {
  readonly asset: string;
  /** The token contract; undefined for the coin of the network itself. */
  readonly contract: string | undefined;
  /** Of the unit that the chain counts in: USDT has 6 on Ethereum and 18 on BSC. */
  readonly decimals: number;
}

interface AnyNetwork {
  /** `ERC20`: in tables and calls. */
  readonly name: string;
  /** `Ethereum`: what people read. */
  readonly title: string;
  readonly assets: readonly NetworkAsset[];
  /** Blocks that make a transfer final for us, its own included. */
  readonly confirmations: number;
  /** Expected time between two blocks: how long to wait, and what to tell the user. */
  readonly blockSeconds: number;
  /** `{tx}` and `{address}` are replaced. Undefined where no explorer knows the network. */
  readonly explorer: { readonly tx: string; readonly address: string } | undefined;
}

export interface EvmNetwork extends AnyNetwork {
  readonly family: 'evm';
  readonly chainId: number;
}

export interface TronNetwork extends AnyNetwork {
  readonly family: 'tron';
}

export const BITCOIN_CHAINS = ['main', 'test', 'regtest'] as const;
export type BitcoinChain = (typeof BITCOIN_CHAINS)[number];

export interface BitcoinNetwork extends AnyNetwork {
  readonly family: 'bitcoin';
  readonly chain: BitcoinChain;
}

export type Network = EvmNetwork | TronNetwork | BitcoinNetwork;

export const nativeAsset = (network: Network): NetworkAsset | undefined =>
  network.assets.find(({ contract }) => contract === undefined);

export const assetOn = (network: Network, asset: string): NetworkAsset | undefined =>
  network.assets.find((candidate) => candidate.asset === asset);

export const transactionLink = (network: Network, txHash: string): string | undefined =>
  network.explorer?.tx.replace('{tx}', encodeURIComponent(txHash));
export const addressLink = (network: Network, address: string): string | undefined =>
  network.explorer?.address.replace('{address}', encodeURIComponent(address));
