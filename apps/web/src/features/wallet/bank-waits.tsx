import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Banner } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import type { DepositMethods } from './use-funding.ts';

interface BankWaitsProps {
  readonly bank: NonNullable<DepositMethods['bankWaits']>;
  /** There is another way that works meanwhile. */
  readonly hasCrypto?: boolean;
}

/** Why no bank transfer is offered, and from when on where that is known. */
export function BankWaits({ bank: { currency, opensAt }, hasCrypto = false }: BankWaitsProps) {
  const t = useT();
  const format = useFormat();
  // The answer may be older than the opening of the market: then its first price is awaited.
  const opens = opensAt !== null && serverNow() < Date.parse(opensAt) ? opensAt : undefined;
  const why =
    opens === undefined
      ? t('wallet:deposit.noPrice', { currency })
      : t('wallet:deposit.noPriceOpens', { currency, time: format.weekdayTime(opens) });
  return (
    <Banner kind={hasCrypto ? 'info' : 'warning'}>{hasCrypto ? `${why} ${t('wallet:deposit.cryptoNow')}` : why}</Banner>
  );
}
