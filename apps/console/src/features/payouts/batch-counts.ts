import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { useT } from '@glasshouse/app/language/language';

type Batch = OperatorResultOf<'listPayoutBatches'>['items'][number];
const STATES = ['open', 'sent', 'confirmed', 'failed', 'left'] as const;

/** How many payouts of a batch are in each state, without the states that none is in. */
export const batchCounts = (batch: Batch, t: ReturnType<typeof useT>): readonly string[] =>
  STATES.filter((state) => 0 < batch[state]).map((state) =>
    t(`records:payments.count.${state}`, { number: batch[state] }),
  );
