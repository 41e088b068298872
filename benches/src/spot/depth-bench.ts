import type { Bench } from '../harness/bench.ts';
import { runSockets } from '../market-socket/bench.ts';
import { FRAMES_PER_SECOND } from '../market-socket/calls.ts';
import { WATCHED } from './moving-book.ts';

const WATCHERS = 1_000;

export const depthStream: Bench = {
  name: 'depth-stream',
  about: `order book depth to ${WATCHERS} watchers of one pair, ${FRAMES_PER_SECOND} frames/s, compared with bare ws sending one shared buffer`,
  run: (options) =>
    runSockets(
      {
        title: 'Depth stream of one pair',
        frames: `25 levels per side, all new in each of ${FRAMES_PER_SECOND} frames/s`,
        folder: import.meta.url,
        clients: WATCHERS,
        hello: JSON.stringify({ subscribe: [], depth: WATCHED.code, book: WATCHED.book }),
        cpuRatioMax: 1.5,
      },
      options,
    ),
};
