import type { TapeWalk } from './tape-walk.ts';

/** Something that is compared with the signed tape while it is read once. */
export interface TapeCheck {
  /** What relies on the minute that was just entered, and on those before it that are not there. */
  minute(walk: TapeWalk): Promise<void>;
  /** After the last minute; the differences, in words. */
  finish(walk: TapeWalk): Promise<readonly string[]>;
}
