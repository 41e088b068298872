import { BUILT_IN_NETWORKS } from './built-in-networks.ts';
import type { Network } from './network.ts';

/** The networks of this installation: the built-in ones, and what the settings add. */
export class Networks {
  readonly all: readonly Network[];
  readonly #byName = new Map<string, Network>();

  /** A configured network replaces the built-in one of the same name. */
  constructor(configured: readonly Network[] = []) {
    const names = new Set(configured.map(({ name }) => name));
    this.all = [...BUILT_IN_NETWORKS.filter(({ name }) => !names.has(name)), ...configured];
    for (const network of this.all) this.#byName.set(network.name, network);
  }

  networkOf(name: string): Network | undefined {
    return this.#byName.get(name);
  }

  /** Where the asset can be sent and received, in the order in which they are offered. */
  networksOf(asset: string): readonly Network[] {
    return this.all.filter(({ assets }) => assets.some((candidate) => candidate.asset === asset));
  }
}
