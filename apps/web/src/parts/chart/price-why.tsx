import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Figure, type PaneRow } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useQuote } from '../../live/market.ts';
import { PriceAge } from '../ticket/price-age.tsx';
import { Opens } from './opens.tsx';

/** The current price opens into its feed, tick, time and age. */
export function PriceWhy({ info, children }: { info: MarketInfo; children: ReactNode }) {
  const t = useT();
  const format = useFormat();
  const price = useQuote(info.code, (quote) => quote.price);
  const tick = useQuote(info.code, (quote) => quote.tick) ?? info.lastTick?.seq;
  const at = useQuote(info.code, (quote) => quote.at) ?? info.lastTick?.at;
  // Durations are whole seconds; half a second matters here.
  const inSeconds = (ms: number) => `${format.number(ms / 1000)} s`;
  const rows: PaneRow[] = [
    { name: t('market:source.feed'), value: <Feed feed={info.feed} /> },
    ...(info.feed.legs.length === 0
      ? []
      : [{ name: t('market:source.legs'), value: <bdi>{info.feed.legs.join(', ')}</bdi> }]),
    ...(info.feed.inputs.length === 0
      ? []
      : [{ name: t('market:source.inputs'), value: <bdi>{info.feed.inputs.join(', ')}</bdi> }]),
    { name: t('market:source.tick'), value: tick === undefined ? '–' : `#${tick}` },
    { name: t('market:source.time'), value: at === undefined ? '–' : format.dateTime(at) },
    { name: t('market:source.age'), value: at === undefined ? '–' : <PriceAge at={new Date(at).getTime()} /> },
    { name: t('market:source.valid'), value: <bdi dir="ltr">{inSeconds(info.feed.stalenessMs)}</bdi> },
    { name: t('market:source.pace'), value: t('market:source.oneIn', { time: inSeconds(info.feed.tickMs) }) },
    { name: t('market:source.spread'), value: <Figure value={info.spread ?? undefined} places={info.precision} /> },
    { name: t('market:column.price'), value: <Figure value={price} places={info.precision} />, total: true },
  ];
  return (
    <Opens label={t('market:source.title')} rows={rows}>
      {children}
    </Opens>
  );
}

function Feed({ feed }: { feed: MarketInfo['feed'] }) {
  const t = useT();
  if (feed.name === 'off') return t('market:source.feedOff');
  if (feed.predictable) return t('market:source.predictable');
  if (feed.simulated) return t('market:source.feedSim');
  if (feed.recorded) return t('market:source.feedReplay');
  return t('market:source.feedLive', { names: feed.sources.map(written).join(', ') || feed.name });
}

/** The server names exchanges in lower case. */
const written = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
