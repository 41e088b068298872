import type { Bench } from './frame/bench.ts';
import { marketSocket } from './market-socket/bench.ts';

export const BENCHES: readonly Bench[] = [marketSocket];
