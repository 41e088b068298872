import type { Network } from '../network.ts';
import { BitcoinReader } from './bitcoin-reader.ts';
import type { ChainReader } from './chain-reader.ts';
import { EvmReader } from './evm-reader.ts';

/** One reader for each endpoint; undefined for a family that no watcher reads. */
export function readersOf(
  network: Network,
  endpoints: readonly string[],
): readonly [ChainReader, ...ChainReader[]] | undefined {
  const [first, ...others] = endpoints.flatMap((url): ChainReader[] => {
    if (network.family === 'evm') return [new EvmReader(network, url)];
    return network.family === 'bitcoin' ? [new BitcoinReader(network, url)] : [];
  });
  return first === undefined ? undefined : [first, ...others];
}
