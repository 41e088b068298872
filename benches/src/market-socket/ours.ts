import { INSTRUMENTS } from './calls.ts';
import { MovingMarket } from './frames.ts';
import { serveOurs } from './serve-ours.ts';

const market = new MovingMarket(INSTRUMENTS);

await serveOurs({
  publish: (sockets, seq) => {
    const rows = market.next();
    sockets.publishFrame({ seq, at: Date.now(), full: seq === 1, rows });
  },
});
