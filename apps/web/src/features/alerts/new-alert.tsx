import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { InstrumentLogo, SearchSelect, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMarketScope } from '../../live/market.ts';
import { AlertForm } from '../../parts/alerts/alert-form.tsx';
import { OpeningAlert } from '../../parts/alerts/opening-alert.tsx';
import { useMarketInfo, useOneCode } from '../../parts/chart/use-market-info.ts';
import { lastMarket } from '../../parts/market/last-market.ts';
import { marketListQuery } from '../../parts/market/market-query.ts';

/** An alert of any market; at first of the one that was open last. */
export function NewAlert() {
  const t = useT();
  const { data: rows, error, refetch } = useQuery(marketListQuery('all'));
  const [code, setCode] = useState(() => lastMarket()?.code);
  const chosen = rows?.find((row) => row.code === code) ?? rows?.[0];
  if (rows === undefined && error !== null) {
    return <FailureNote failure={failureOf(error)} retry={() => void refetch()} />;
  }
  if (rows === undefined) return <SkeletonBlock height="2.6rem" />;
  if (chosen === undefined) return null;
  return (
    <Stack gap={3}>
      <SearchSelect
        label={t('alerts:market')}
        value={chosen.code}
        options={rows.map((row) => ({
          value: row.code,
          label: row.appName,
          start: <InstrumentLogo code={row.code} src={row.logo ?? undefined} size="s" />,
        }))}
        onChange={setCode}
        searchLabel={t('market:list.search')}
        closeLabel={t('common:action.close')}
        nothingFound={t('common:state.nothingFound')}
      />
      <MarketAlert key={chosen.code} code={chosen.code} />
    </Stack>
  );
}

function MarketAlert({ code }: { readonly code: string }) {
  useMarketScope(useOneCode(code));
  const answer = loadable(useMarketInfo(code));
  if (answer.state === 'error') return <FailureNote failure={answer.failure} retry={answer.retry} />;
  if (answer.state !== 'ready') return <SkeletonBlock height="1.8rem" />;
  return (
    <>
      <OpeningAlert market={answer.value} />
      <AlertForm market={answer.value} />
    </>
  );
}
