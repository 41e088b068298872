import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { AmountField, Button, toasts } from '@glasshouse/ui';
import { Bell } from '@glasshouse/ui/icon/icons';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { marketSnapshot, useQuote } from '../../live/market.ts';
import { privateKey } from '../calls/query-keys.ts';
import { useMoneyCall } from '../calls/use-money-call.ts';
import { alertCondition } from './alert-words.tsx';
import styles from './alerts.module.css';

export interface AlertMarket {
  readonly code: string;
  readonly appName: string;
  readonly precision: number;
  readonly quote: string;
}

/** Creates a price alert. Its direction follows from the current price. */
export function AlertForm({ market }: { market: AlertMarket }) {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const client = useQueryClient();
  const now = useQuote(market.code, (quote) => quote.price);
  // Prefilled with the current price: changing a few digits is quicker than typing.
  const [price, setPrice] = useState(() => marketSnapshot.quote(market.code).price ?? '');
  const [left, setLeft] = useState(false);
  const adding = useMoneyCall('addAlert');
  const valid = /[1-9]/.test(price);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (!valid) return;
    const answer = await adding.submit({ code: market.code, price });
    if (!answer.ok) return;
    void client.invalidateQueries({ queryKey: privateKey('alerts', book) });
    toasts.show({
      title: t('alerts:added', { market: market.appName, condition: alertCondition(t, format, answer.result) }),
    });
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void add(event)}>
      <AmountField
        label={t('alerts:price')}
        aside={now === undefined ? undefined : t('alerts:now', { price: format.price(now, market.precision) })}
        hint={t('alerts:hint')}
        error={left && !valid ? t('alerts:enterPrice') : undefined}
        value={price}
        onChange={setPrice}
        onBlur={() => setLeft(true)}
        asset={market.quote}
        decimals={market.precision}
        step={stepOf(now, market.precision)}
        stepLabels={{ less: t('common:action.decrease'), more: t('common:action.increase') }}
      />
      {adding.failure !== undefined && <FailureNote failure={adding.failure} />}
      <Button type="submit" variant="primary" full icon={Bell} loading={adding.busy}>
        {t('alerts:add')}
      </Button>
    </form>
  );
}

/** About a thousandth of the price, as one digit and zeros: 63,000 steps by 10, 1.085 by 0.001. */
export function stepOf(price: string | undefined, precision: number): string {
  const whole = price?.split('.')[0]?.replace(/^0+/, '') ?? '';
  const places = Math.min(precision, Math.max(0, 4 - whole.length));
  if (4 < whole.length) return `1${'0'.repeat(whole.length - 4)}`;
  return places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`;
}
