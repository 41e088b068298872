import { Figure, Why } from '@glasshouse/ui';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/language.ts';
import { useQuote } from '../../live/market.ts';
import { useFormat } from '../format.ts';
import type { MarketInfo } from '../market/market-info.ts';

const SECOND_MS = 1_000;

/** Feed, tick, time and age of the current price. */
export function PriceWhy({ info }: { info: MarketInfo }) {
  const t = useT();
  const format = useFormat();
  const price = useQuote(info.code, (quote) => quote.price);
  const tick = useQuote(info.code, (quote) => quote.tick) ?? info.lastTick?.seq;
  const at = useQuote(info.code, (quote) => quote.at) ?? info.lastTick?.at;
  return (
    <Why
      label={t('market:source.title')}
      title={t('market:source.title')}
      rows={[
        { name: t('market:source.feed'), value: <Feed feed={info.feed} /> },
        { name: t('market:source.tick'), value: tick === undefined ? '–' : `#${tick}` },
        { name: t('market:source.time'), value: at === undefined ? '–' : format.dateTime(at) },
        { name: t('market:source.age'), value: at === undefined ? '–' : <Age at={new Date(at).getTime()} /> },
        { name: t('market:source.spread'), value: <Figure value={info.spread ?? undefined} places={info.precision} /> },
        { name: t('market:column.price'), value: <Figure value={price} places={info.precision} />, total: true },
      ]}
    />
  );
}

function Feed({ feed }: { feed: MarketInfo['feed'] }) {
  const t = useT();
  if (feed.simulated) return t('market:source.feedSim');
  if (feed.recorded) return t('market:source.feedReplay');
  return t('market:source.feedLive', { names: feed.sources.map(written).join(', ') || feed.name });
}

/** The server names exchanges in lower case. */
const written = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Keeps counting while visible: an unchanged price grows old. */
function Age({ at }: { at: number }) {
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return format.duration(Math.max(0, Math.floor((now - at) / SECOND_MS)));
}
