import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { EmptyState, Page } from '@glasshouse/ui';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { useMarketScope } from '../../../live/market.ts';
import { useMarketInfo, useOneCode } from '../../../parts/chart/use-market-info.ts';
import { codeInAddress } from '../../../parts/market/first-market.ts';
import { rememberMarket } from '../../../parts/market/last-market.ts';
import { useIsMobile } from '../../../parts/page/layout.ts';
import { DesktopInstrument } from './desktop-instrument.tsx';
import { MobileInstrument } from './mobile-instrument.tsx';

/**
 * The page of one market: chart, order book, ticket and the user's orders. The URL names it by
 * code; `type` and `id` are optional.
 */
export function InstrumentPage() {
  const t = useT();
  const mobile = useIsMobile();
  const code = codeInAddress(useSearch());
  useMarketScope(useOneCode(code));
  const info = loadable(useMarketInfo(code));
  const shown = info.state === 'ready' ? info.value : undefined;
  useEffect(() => {
    if (shown !== undefined) rememberMarket({ code: shown.code, name: shown.appName });
  }, [shown]);
  if (code === undefined || (info.state === 'error' && info.failure.kind === 'refused')) {
    return (
      <Page>
        <EmptyState
          title={t('common:state.nothingFound')}
          action={<LinkButton href="/market">{t('shell:nav.market')}</LinkButton>}
        />
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
