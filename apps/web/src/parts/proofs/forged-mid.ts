/**
 * A middle price with its last digit changed, in the units that were signed, as somebody might who
 * edits a tape. It stays within the spread where it can: no check of plausibility would notice.
 */
export const forgedMid = ({ mid, ask }: { readonly mid: number; readonly ask: number }): number =>
  mid < ask ? mid + 1 : mid - 1;
