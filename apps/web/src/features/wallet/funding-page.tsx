import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { type IconType, Page, PageHead } from '@glasshouse/ui';
import { ReceiptText } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { RealGate } from '../../parts/account/real-gate.tsx';
import styles from './wallet.module.css';

/** The coin of the form, and the request that its list shows unfolded. */
export interface FundingState {
  readonly symbol: string;
  readonly setSymbol: (symbol: string) => void;
  readonly opened: number | undefined;
  readonly setOpened: (id: number) => void;
}

interface FundingPageProps {
  readonly title: string;
  readonly note: string;
  /** Why visitors and demo accounts are led elsewhere first. */
  readonly gateText: string;
  /** The page of the opposite direction. */
  readonly opposite: { readonly href: string; readonly icon: IconType; readonly label: string };
  readonly children: (state: FundingState) => ReactNode;
}

/** Deposits or withdrawals of the real account. `?coin=BTC` opens with that coin. */
export function FundingPage({ title, note, gateText, opposite, children }: FundingPageProps) {
  const t = useT();
  const search = useSearch();
  const [symbol, setSymbol] = useState(() => new URLSearchParams(search).get('coin') ?? 'USDT');
  const [opened, setOpened] = useState<number>();
  return (
    <Page>
      <PageHead
        title={title}
        note={note}
        actions={
          <>
            <LinkButton href={opposite.href} icon={opposite.icon}>
              {opposite.label}
            </LinkButton>
            <LinkButton href="/zjxq" icon={ReceiptText}>
              {t('account:profile.balances')}
            </LinkButton>
          </>
        }
      />
      <RealGate text={gateText}>
        <div className={styles.columns}>{children({ symbol, setSymbol, opened, setOpened })}</div>
      </RealGate>
    </Page>
  );
}
