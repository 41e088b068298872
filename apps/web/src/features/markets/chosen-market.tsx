import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Card, SkeletonBlock } from '@glasshouse/ui';
import { InstrumentHead } from '../../parts/chart/instrument-head.tsx';
import { PricePanel } from '../../parts/chart/price-panel.tsx';
import { useMarketInfo } from '../../parts/chart/use-market-info.ts';
import { marketHref } from '../../parts/market/market-href.ts';
import styles from './market-page.module.css';

export function ChosenMarket({ code }: { code: string }) {
  const t = useT();
  const info = loadable(useMarketInfo(code));
  if (info.state === 'error') return <FailureNote failure={info.failure} retry={info.retry} />;
  if (info.state !== 'ready') return <SkeletonBlock height="100%" />;
  const { value } = info;
  return (
    <>
      <Card className={styles.info}>
        <InstrumentHead
          info={value}
          action={
            <LinkButton href={marketHref(value)} variant="primary">
              {t('market:trade', { name: value.appName })}
            </LinkButton>
          }
        />
      </Card>
      <Card flush className={styles.chart}>
        <PricePanel code={value.code} name={value.appName} precision={value.precision} source={value.source} />
      </Card>
    </>
  );
}
