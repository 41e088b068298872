import { SharedMessage } from '@glasshouse/server/realtime/protocol/framing';
import { INSTRUMENTS } from './calls.ts';
import { MovingMarket } from './frames.ts';
import { FRAMES_PREPARED, serveBare } from './serve-bare.ts';

const FIRST_SEQ = 7_180_000_000;
const market = new MovingMarket(INSTRUMENTS);
const prepared = Array.from({ length: FRAMES_PREPARED }, (_, index) => {
  const rows = market
    .next()
    .map(({ code, mid, open, stale }) => ({ code, price: mid / 100, zdf: (mid % 500) / 100, open, stale }));
  const text = JSON.stringify({ type: 'update', seq: FIRST_SEQ + index, at: 0, rows });
  return new SharedMessage(text).bytes(true);
});

serveBare({ prepared, firstSeq: FIRST_SEQ });
