/** Component tests that share a worker: each file begins without a price. */
import { marketSnapshot } from '../live/market-socket.ts';
import { forgetTicks } from '../live/seen-ticks.ts';

marketSnapshot.clear();
forgetTicks();
