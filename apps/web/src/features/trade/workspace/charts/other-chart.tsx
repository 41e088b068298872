import { useT } from '@glasshouse/app/language/language';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Dialog, Icon, IconButton, InstrumentLogo, Skeleton } from '@glasshouse/ui';
import type { ChartLink } from '@glasshouse/ui/chart';
import { ArrowUpRight, ChevronDown } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useMarketScope } from '../../../../live/market.ts';
import { PricePanel } from '../../../../parts/chart/price-panel.tsx';
import { useMarketInfo, useOneCode } from '../../../../parts/chart/use-market-info.ts';
import { LiveChange, LivePrice } from '../../../../parts/market/live-cells.tsx';
import { marketHref } from '../../../../parts/market/market-href.ts';
import { MarketList } from '../../../../parts/market/market-list.tsx';
import { MARKET_TABS } from '../../../../parts/market/market-query.ts';
import { useExplorer } from '../../../../parts/market/use-explorer.ts';
import type { OtherChart as Chart } from '../layout/layout.ts';
import styles from './charts.module.css';

interface OtherChartProps {
  /** The market of the page, which it shows unless another one is chosen. */
  readonly page: MarketInfo;
  readonly chart: Chart;
  readonly link: ChartLink;
  readonly onChange: (chart: Chart) => void;
}

/** A chart beside that of the page: of any market, in any interval, without orders. */
export function OtherChart({ page, chart, link, onChange }: OtherChartProps) {
  const t = useT();
  const [, navigate] = useLocation();
  const [choosing, setChoosing] = useState(false);
  const code = chart.code ?? page.code;
  const { data } = useMarketInfo(code === page.code ? undefined : code);
  const info = code === page.code ? page : data;
  useMarketScope(useOneCode(code));
  if (info === undefined) return <Skeleton height="auto" className={styles.chart} />;
  return (
    <>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.market}
          aria-label={`${info.appName}. ${t('workspace:layout.chooseMarket')}`}
          onClick={() => setChoosing(true)}
        >
          <InstrumentLogo code={code} src={info.logo ?? undefined} size="s" />
          <bdi>{info.appName}</bdi>
          <Icon of={ChevronDown} size="s" />
        </button>
        <LivePrice code={code} />
        <LiveChange code={code} />
        {code !== page.code && (
          <IconButton
            size="s"
            icon={ArrowUpRight}
            mirror
            label={t('workspace:layout.trade', { name: info.appName })}
            className={styles.trade}
            onClick={() => navigate(marketHref(info), { replace: true })}
          />
        )}
      </div>
      <PricePanel
        key={code}
        code={code}
        name={info.appName}
        precision={info.precision}
        source={info.source}
        interval={chart.interval}
        onInterval={(interval) => onChange({ ...chart, interval })}
        link={link}
      />
      {choosing && (
        <MarketChoice
          type={info.type}
          code={code}
          onClose={() => setChoosing(false)}
          onPick={(picked) => {
            setChoosing(false);
            onChange({ ...chart, code: picked === page.code ? null : picked });
          }}
        />
      )}
    </>
  );
}

interface MarketChoiceProps {
  readonly type: MarketInfo['type'];
  readonly code: string;
  readonly onClose: () => void;
  readonly onPick: (code: string) => void;
}

function MarketChoice({ type, code, onClose, onPick }: MarketChoiceProps) {
  const t = useT();
  const tab = MARKET_TABS.find((known) => String(known.type) === String(type))?.type;
  const explorer = useExplorer('market', tab, { onScreen: true });
  return (
    <Dialog open onClose={onClose} title={t('workspace:layout.chooseMarket')} closeLabel={t('common:action.close')}>
      <div className={styles.list}>
        <MarketList explorer={explorer} kind="pane" currentCode={code} focusSearch onPick={(row) => onPick(row.code)} />
      </div>
    </Dialog>
  );
}
