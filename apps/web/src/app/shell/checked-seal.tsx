import { useT } from '@glasshouse/app/language/language';
import { Seal } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { lastMarket } from '../../parts/market/last-market.ts';
import { FIRST_TYPE, marketListQuery } from '../../parts/market/market-query.ts';
import { MINUTE_SEALS, MINUTE_WORDS } from '../../parts/proofs/minute-words.ts';
import { useMinuteVerdict, useSignedMinute } from '../../parts/proofs/signed-minute.ts';

/** The newest signed minute of the market that was open last, as verified by this browser. */
export function CheckedSeal({ size }: { readonly size: 's' | 'm' }) {
  const t = useT();
  const last = lastMarket();
  const first = useQuery({ ...marketListQuery(FIRST_TYPE), enabled: last === undefined }).data?.[0];
  const minute = useSignedMinute(last?.code ?? first?.code).data ?? undefined;
  const verdict = useMinuteVerdict(minute);
  if (verdict === undefined) return <Seal state="open" size={size} />;
  return <Seal state={MINUTE_SEALS[verdict]} size={size} label={t(MINUTE_WORDS[verdict])} />;
}
