import { NETWORK_NAMES, type NetworkName, networkSpec } from '@glasshouse/api/networks';
import type { Network, NetworkAsset } from './network.ts';

const EXPLORERS: { readonly [Name in NetworkName]: string } = {
  ERC20: 'https://etherscan.io',
  TRC20: 'https://tronscan.org/#',
  BTC: 'https://mempool.space',
  BEP20: 'https://bscscan.com',
  POLYGON: 'https://polygonscan.com',
  ARBITRUM: 'https://arbiscan.io',
  BASE: 'https://basescan.org',
};

/** The networks that calls can name, with their coin and tokens as one list. */
export const BUILT_IN_NETWORKS: readonly Network[] = NETWORK_NAMES.map(networkNamed);

function networkNamed(name: NetworkName): Network {
  const spec = networkSpec(name);
  const tokens = Object.entries(spec.tokens).map(([asset, token]): NetworkAsset => ({ asset, ...token }));
  const site = EXPLORERS[name];
  const common = {
    name,
    title: spec.name,
    assets: [{ asset: spec.native, contract: undefined, decimals: spec.decimals }, ...tokens],
    confirmations: spec.confirmations,
    blockSeconds: spec.blockSeconds,
    explorer: {
      tx: `${site}/${spec.family === 'tron' ? 'transaction' : 'tx'}/{tx}`,
      address: `${site}/address/{address}`,
    },
  };
  switch (spec.family) {
    case 'evm':
      if (spec.chainId === undefined) throw new Error(`${name} has no chain id`);
      return { ...common, family: 'evm', chainId: spec.chainId };
    case 'tron':
      return { ...common, family: 'tron' };
    case 'bitcoin':
      return { ...common, family: 'bitcoin', chain: 'main' };
  }
}
