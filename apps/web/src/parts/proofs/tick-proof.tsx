import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { loadCallTable } from '@glasshouse/client/load-call-table';
import type { TickRef } from '@glasshouse/rules/derivations';
import { parsePrice } from '@glasshouse/rules/money';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { pinnedBy } from './pinned-keys.ts';
import { proofWaitMs } from './proof-poll.ts';
import { ProofVerdict } from './proof-verdict.tsx';
import { signersOf, usePublishedKeys } from './published-keys.ts';
import { type Proven, type TickVerdict, tickKey, verifyTicks } from './verify-ticks.ts';

/** The proof of a tick, asked for again until its minute is signed. */
function useTickReceipt({ code, seq }: TickRef) {
  return useQuery({
    queryKey: ['tickReceipt', code, seq],
    queryFn: async ({ signal }) => {
      await loadCallTable();
      return fetchResult('getTickReceipt', { query: { code, seq }, signal });
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.receipt === null ? (proofWaitMs([data], { polls: dataUpdateCount, now: serverNow() }) ?? false) : false,
    // What is signed does not change.
    staleTime: ({ state: { data } }) => (data?.receipt == null ? 0 : Number.POSITIVE_INFINITY),
  });
}

/** The number and the time of a tick. */
export function TickName({ tick }: { tick: TickRef }) {
  const translator = useTranslator();
  const format = useFormat();
  const { data, error } = useTickReceipt(tick);
  return (
    <>
      <bdi dir="ltr">#{tick.seq}</bdi>
      {data !== undefined && ` · ${format.exactTime(data.tick.at)}`}
      {data === undefined && error !== null && ` · ${failureText(translator, failureOf(error))}`}
    </>
  );
}

/** Whether this browser finds the tick on the signed tape, with the price that is shown. */
export function TickProof({ tick, price }: { tick: TickRef; price: string }) {
  const { data } = useTickReceipt(tick);
  return data === undefined ? <>–</> : <Verdict proven={data} price={price} />;
}

function Verdict({ proven, price }: { proven: Proven; price: string }) {
  const ticks = [proven];
  const keys = usePublishedKeys(signersOf(ticks)).data?.keys;
  return <ProofVerdict isAlone verdict={verdict()} />;

  function verdict(): TickVerdict | undefined {
    const { bid, ask, mid } = proven.tick;
    if (![bid, ask, mid].some((side) => parsePrice(side) === parsePrice(price))) return 'wrong';
    if (proven.receipt === null) return 'pending';
    return keys === undefined ? undefined : verifyTicks(ticks, pinnedBy(keys).trusted).get(tickKey(proven));
  }
}
