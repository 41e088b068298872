import { code } from '@glasshouse/api/codes';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Outcome, RowChange } from '../../kernel/core/types.ts';
import { charityChange, listingChange } from './rows.ts';
import { nftsOf } from './slice.ts';
import { type CharityBody, charityFrom, type ListingBody, listingFrom, opened } from './write.ts';

/** One of the two. */
export type SampleBody = {
  readonly charity: Omit<CharityBody, 'id'> | null;
  readonly work: Omit<ListingBody, 'id' | 'charity'> | null;
};

/**
 * A charity that says that it is a sample, or one of its works, on sale at once: so that a sandbox
 * shows the product. 11078 as soon as there is another charity.
 */
export function defineSample(state: CoreState, { seq, at, body }: Command<SampleBody>): Outcome {
  const { charities } = nftsOf(state);
  const done = (rows: readonly RowChange[]): Outcome => ({
    ok: true as const,
    result: { id: seq },
    postings: [],
    rows,
    events: [],
  });
  if (body.charity !== null) {
    if (0 < charities.size) return refuse(code.capacityReached);
    const made = charityFrom(state, { seq, at }, { id: null, ...body.charity });
    return 'ok' in made ? made : done([charityChange(made)]);
  }
  const [charity, ...others] = charities.values();
  if (body.work === null || charity === undefined) return refuse(code.nothingFound, 'charity');
  if (0 < others.length) return refuse(code.capacityReached);
  const made = listingFrom(state, { seq, at }, { id: null, charity: charity.id, ...body.work });
  if ('ok' in made) return made;
  const open = opened(made, charity, at);
  return done([listingChange(open.listing), ...open.rows]);
}
