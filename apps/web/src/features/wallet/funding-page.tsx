import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { RealGate } from '../../parts/account/real-gate.tsx';
import { TransferPage } from '../../parts/portfolio/shell/transfer-page.tsx';

/** The coin of the form. */
export interface FundingState {
  readonly symbol: string;
  readonly setSymbol: (symbol: string) => void;
}

interface FundingPageProps {
  readonly title: string;
  readonly note: string;
  /** Why visitors and demo accounts are led elsewhere first. */
  readonly gateText: string;
  readonly children: (state: FundingState) => ReactNode;
}

/** Deposits or withdrawals of the real account. `?coin=BTC` opens with that coin. */
export function FundingPage({ title, note, gateText, children }: FundingPageProps) {
  const search = useSearch();
  const [symbol, setSymbol] = useState(() => new URLSearchParams(search).get('coin') ?? 'USDT');
  return (
    <TransferPage title={title} note={note}>
      <RealGate text={gateText}>{children({ symbol, setSymbol })}</RealGate>
    </TransferPage>
  );
}
