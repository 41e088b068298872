/**
 * Where coins come from and go to. `own`: every person gets an address of their own, derived from
 * an extended public key of the operator.
 */
export type NetworkFamily = 'evm' | 'tron' | 'bitcoin';

export interface NetworkSpec {
  readonly name: string;
  readonly family: NetworkFamily;
  /** EIP-155; only where the family is `evm`. */
  readonly chainId?: number;
  /** The coin that pays for transactions. */
  readonly native: string;
  /** Blocks until a deposit counts, unless the operator sets another number. */
  readonly confirmations: number;
  readonly blockSeconds: number;
  /** Token contracts by asset, with their decimals. */
  readonly tokens: { readonly [asset: string]: { readonly contract: string; readonly decimals: number } };
  /** Decimals of the native coin. */
  readonly decimals: number;
}

export const NETWORK_NAMES = ['ERC20', 'TRC20', 'BTC', 'BEP20', 'POLYGON', 'ARBITRUM', 'BASE'] as const;
export type NetworkName = (typeof NETWORK_NAMES)[number];

/** The networks by their names on the wire. A watcher may name another RPC, never another chain. */
export const NETWORKS = {
  ERC20: {
    name: 'Ethereum',
    family: 'evm',
    chainId: 1,
    native: 'ETH',
    decimals: 18,
    confirmations: 12,
    blockSeconds: 12,
    tokens: {
      USDT: { contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
      USDC: { contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    },
  },
  TRC20: {
    name: 'Tron',
    family: 'tron',
    native: 'TRX',
    decimals: 6,
    confirmations: 20,
    blockSeconds: 3,
    tokens: { USDT: { contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 } },
  },
  BTC: {
    name: 'Bitcoin',
    family: 'bitcoin',
    native: 'BTC',
    decimals: 8,
    confirmations: 3,
    blockSeconds: 600,
    tokens: {},
  },
  BEP20: {
    name: 'BNB Smart Chain',
    family: 'evm',
    chainId: 56,
    native: 'BNB',
    decimals: 18,
    confirmations: 15,
    blockSeconds: 3,
    tokens: {
      USDT: { contract: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
      USDC: { contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
    },
  },
  POLYGON: {
    name: 'Polygon',
    family: 'evm',
    chainId: 137,
    native: 'POL',
    decimals: 18,
    confirmations: 128,
    blockSeconds: 2,
    tokens: {
      USDT: { contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
      USDC: { contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
    },
  },
  ARBITRUM: {
    name: 'Arbitrum One',
    family: 'evm',
    chainId: 42161,
    native: 'ETH',
    decimals: 18,
    confirmations: 64,
    blockSeconds: 1,
    tokens: {
      USDT: { contract: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', decimals: 6 },
      USDC: { contract: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', decimals: 6 },
    },
  },
  BASE: {
    name: 'Base',
    family: 'evm',
    chainId: 8453,
    native: 'ETH',
    decimals: 18,
    confirmations: 64,
    blockSeconds: 2,
    tokens: {
      USDT: { contract: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', decimals: 6 },
      USDC: { contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 },
    },
  },
} as const satisfies Readonly<Record<NetworkName, NetworkSpec>>;

export const networkSpec = (name: NetworkName): NetworkSpec => NETWORKS[name];
export const isNetworkName = (name: string): name is NetworkName => Object.hasOwn(NETWORKS, name);

/** The token contracts of all networks: none of them is a recipient, on whichever network it is. */
export const TOKEN_CONTRACTS: readonly string[] = NETWORK_NAMES.flatMap((name) =>
  Object.values(networkSpec(name).tokens).map(({ contract }) => contract),
);
