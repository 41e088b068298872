import type { Bench } from './harness/bench.ts';
import { candles } from './http/candles-bench.ts';
import { contention } from './http/contention-bench.ts';
import { flood } from './http/flood-bench.ts';
import { orderLatency } from './http/latency-bench.ts';
import { marketList } from './http/list-bench.ts';
import { memory } from './http/memory-bench.ts';
import { httpOrders } from './http/orders-bench.ts';
import { marketSocket } from './market-socket/bench.ts';
import { approvals } from './operator/approvals-bench.ts';
import { idle } from './operator/idle-bench.ts';
import { statementExport } from './records/export-bench.ts';
import { history } from './records/history-bench.ts';
import { statement } from './records/statement-bench.ts';
import { userSearch } from './records/user-search-bench.ts';
import { contractTriggers } from './sequencer/contract-triggers-bench.ts';
import { durableContracts, durableOrders, durableSpot } from './sequencer/durable-bench.ts';
import { logLength } from './sequencer/log-bench.ts';
import { dailyPosting } from './sequencer/posting-bench.ts';
import { triggers } from './sequencer/triggers-bench.ts';
import { spotBook } from './spot/book-bench.ts';
import { depthStream } from './spot/depth-bench.ts';
import { watcher } from './watchers/watcher-bench.ts';
import { web } from './web/bench.ts';
import { bundle } from './web/bundle-bench.ts';
import { webFourCharts } from './web/four-charts-bench.ts';
import { painting } from './web/painting-bench.ts';
import { webWorkspace } from './web/workspace-bench.ts';

export const BENCHES: readonly Bench[] = [
  durableOrders,
  durableContracts,
  durableSpot,
  dailyPosting,
  contention,
  httpOrders,
  orderLatency,
  flood,
  marketList,
  marketSocket,
  spotBook,
  depthStream,
  triggers,
  contractTriggers,
  candles,
  memory,
  logLength,
  approvals,
  idle,
  watcher,
  userSearch,
  statement,
  statementExport,
  history,
  bundle,
  painting,
  web,
  webWorkspace,
  webFourCharts,
];
