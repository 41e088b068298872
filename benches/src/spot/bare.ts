import { SharedMessage } from '@glasshouse/server/realtime/protocol/framing';
import { FRAMES_PREPARED, serveBare } from '../market-socket/serve-bare.ts';
import { MovingBook } from './moving-book.ts';

const FIRST_SEQ = 1;
const book = new MovingBook();
const prepared = Array.from({ length: FRAMES_PREPARED }, (_, index) =>
  new SharedMessage(book.next(FIRST_SEQ + index, 0).depth ?? '').bytes(true),
);

serveBare({ prepared, firstSeq: FIRST_SEQ });
