import type { Bench } from './harness/bench.ts';
import { candles } from './http/candles-bench.ts';
import { contention } from './http/contention-bench.ts';
import { marketList } from './http/list-bench.ts';
import { memory } from './http/memory-bench.ts';
import { httpOrders } from './http/orders-bench.ts';
import { marketSocket } from './market-socket/bench.ts';
import { contractTriggers } from './sequencer/contract-triggers-bench.ts';
import { durableContracts, durableOrders, durableSpot } from './sequencer/durable-bench.ts';
import { triggers } from './sequencer/triggers-bench.ts';
import { spotBook } from './spot/book-bench.ts';
import { depthStream } from './spot/depth-bench.ts';
import { web } from './web/bench.ts';
import { webWorkspace } from './web/workspace-bench.ts';

export const BENCHES: readonly Bench[] = [
  durableOrders,
  durableContracts,
  durableSpot,
  contention,
  httpOrders,
  marketList,
  marketSocket,
  spotBook,
  depthStream,
  triggers,
  contractTriggers,
  candles,
  memory,
  web,
  webWorkspace,
];
