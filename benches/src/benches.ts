import type { Bench } from './frame/bench.ts';
import { contention } from './http/contention-bench.ts';
import { marketList } from './http/list-bench.ts';
import { memory } from './http/memory-bench.ts';
import { httpOrders } from './http/orders-bench.ts';
import { marketSocket } from './market-socket/bench.ts';

export const BENCHES: readonly Bench[] = [marketSocket, marketList, httpOrders, contention, memory];
