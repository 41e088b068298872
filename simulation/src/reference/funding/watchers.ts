import { CODE } from '../codes.ts';
import type { Prediction } from '../prediction.ts';
import type { Entry } from '../stored.ts';

/** How the watcher of each network is, as the log says. */
export class Watchers {
  readonly #states = new Map<string, string>();

  of = (network: string): string => this.#states.get(network) ?? 'none';

  tell({ seq, at, body }: Entry): Prediction {
    const { network, state } = body as { network: string; state: string };
    const done = { code: CODE.done, result: { state } };
    if (this.of(network) === state) return done;
    this.#states.set(network, state);
    return { ...done, rows: [{ table: 'watched_networks', row: { network, state, since: at, told_by: seq } }] };
  }
}
