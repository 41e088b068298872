import { serveOurs } from '../market-socket/serve-ours.ts';
import { MovingBook } from './moving-book.ts';

const book = new MovingBook();
let isFirstOwed = false;

await serveOurs({
  watchDepth: () => {
    isFirstOwed = true;
  },
  publish: (sockets, seq) => {
    // A new watcher gets a first update, as from the core.
    const isFirst = isFirstOwed;
    isFirstOwed = false;
    sockets.publishDepth({ ...book.next(seq, Date.now()), isFirst });
  },
});
