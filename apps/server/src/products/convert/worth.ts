import type { Command, CoreState, Effects } from '../../kernel/core/types.ts';
import { worthSpent } from '../../kyc-levels/within-limit.ts';
import { priceOfTick } from '../../money/funding/value.ts';
import type { FillBody } from './fill.ts';
import { keptTick } from './price.ts';
import type { QuotedFacts } from './quote.ts';
import { convertOf } from './slice.ts';

/** What a conversion gives, at the mid that its facts have. */
export function worthOfFill(state: CoreState, command: Command<FillBody, QuotedFacts>, decided: Effects) {
  return worthSpent(command, decided, (asset) => {
    const terms = convertOf(state).terms.get(asset);
    const tick = terms === undefined ? null : keptTick(terms, command.facts.from);
    return tick === null ? null : priceOfTick(tick);
  });
}
