import { Cell } from '@glasshouse/client/emitter';

/** What just happened to an order, as the island shows it. */
export interface IslandResult {
  readonly key: string;
  readonly title: string;
  /** The market alone, where the net result is beside it. */
  readonly name: string;
  readonly net: string | undefined;
  readonly asset: string;
  readonly href: string;
  readonly at: number;
}

/** More are on the order lists. */
const KEPT_MAX = 20;

const results = new Cell<readonly IslandResult[]>([]);
let shown = 0;

export const readResults = results.get;
export const onResults = results.subscribe;

/** False while no island is on the page: then it has to be said elsewhere. */
export function putResult(result: IslandResult): boolean {
  if (shown === 0) return false;
  results.set([result, ...results.get()].slice(0, KEPT_MAX));
  return true;
}

export const clearResults = (): void => results.set([]);

/** Counts an island on the page until it is taken away. */
export function islandShown(): () => void {
  shown += 1;
  return () => {
    shown -= 1;
  };
}
