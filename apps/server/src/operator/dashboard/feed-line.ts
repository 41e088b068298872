/** One instrument as the snapshot has it. */
export interface FeedLine {
  readonly code: string;
  readonly source: string;
  readonly open: boolean;
  readonly stale: boolean;
  readonly price: string | null;
  readonly at: number | null;
}
