import { useTranslator } from '@glasshouse/app/language/language';
import { pageAddress } from '@glasshouse/app/page-host';
import { IconButton } from '@glasshouse/ui';
import { Share2 } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { marketHref } from '../../../parts/market/market-href.ts';
import { useShare } from '../../../parts/page/share.ts';

interface HeadToolsProps {
  readonly market: { readonly code: string; readonly appName: string };
  /** Before the tools: what opens the ticket. */
  readonly start?: ReactNode;
  /** Further tools. */
  readonly children?: ReactNode;
}

/** Tools at the end of the instrument line. */
export function HeadTools({ market, start, children }: HeadToolsProps) {
  const { t, language } = useTranslator();
  const share = useShare();
  // In the language of who shares it, as its preview will be.
  const url = `${pageAddress().origin}${marketHref({ code: market.code })}&language=${language}`;
  return (
    <>
      {start}
      <IconButton
        size="s"
        icon={Share2}
        label={t('common:action.share')}
        onClick={() => void share({ title: market.appName, url })}
      />
      {children}
    </>
  );
}
