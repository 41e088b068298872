import type { Json } from '../document.ts';
import type { Findings } from '../findings.ts';
import type { ProvenTicks } from '../ticks.ts';

/** What a kind is verified with. */
export interface Shared {
  readonly order: Json;
  readonly found: Findings;
  readonly ticks: ProvenTicks;
}
