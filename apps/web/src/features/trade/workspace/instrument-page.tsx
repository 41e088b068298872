import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { EmptyState, Page } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useMarketScope } from '../../../live/market.ts';
import { useMarketInfo, useOneCode } from '../../../parts/chart/use-market-info.ts';
import { codeInAddress } from '../../../parts/market/first-market.ts';
import { lastMarket, rememberMarket } from '../../../parts/market/last-market.ts';
import { marketHref } from '../../../parts/market/market-href.ts';
import { FIRST_TYPE, marketListQuery } from '../../../parts/market/market-query.ts';
import { useIsMobile } from '../../../parts/page/layout.ts';
import { DesktopInstrument } from './desktop-instrument.tsx';
import { MobileInstrument } from './mobile-instrument.tsx';

/**
 * The page of one market: chart, order book, ticket and the user's orders. The URL names it by
 * code; `type` and `id` are optional.
 */
export function InstrumentPage() {
  const mobile = useIsMobile();
  const code = codeInAddress(useSearch());
  useMarketScope(useOneCode(code));
  const info = loadable(useMarketInfo(code));
  const shown = info.state === 'ready' ? info.value : undefined;
  useEffect(() => {
    if (shown !== undefined) rememberMarket({ code: shown.code, name: shown.appName });
  }, [shown]);
  if (code === undefined) return <OpenMarket />;
  if (info.state === 'error' && info.failure.kind === 'refused') {
    return (
      <Page>
        <NoMarket />
      </Page>
    );
  }
  if (info.state === 'error') {
    return (
      <Page>
        <FailureNote failure={info.failure} retry={info.retry} />
      </Page>
    );
  }
  return mobile ? <MobileInstrument info={shown} /> : <DesktopInstrument info={shown} />;
}

/** The address names no market: the one that was open last, or else the first of the list. */
function OpenMarket() {
  const [, navigate] = useLocation();
  const last = lastMarket();
  const list = loadable(useQuery({ ...marketListQuery(FIRST_TYPE), enabled: last === undefined }));
  const market = last ?? (list.state === 'ready' ? list.value[0] : undefined);
  const href = market && marketHref(market);
  useEffect(() => {
    if (href !== undefined) navigate(href, { replace: true });
  }, [href, navigate]);
  return (
    <Page>
      {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
      {list.state === 'ready' && market === undefined && <NoMarket />}
    </Page>
  );
}

function NoMarket() {
  const t = useT();
  return (
    <EmptyState
      title={t('common:state.nothingFound')}
      action={<LinkButton href="/market">{t('shell:nav.market')}</LinkButton>}
    />
  );
}
