import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { buySums, type Product } from '@glasshouse/trade/plans/sums';
import { AmountField, Button, Dialog, KeyValue, type KeyValueRow, Stack, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { Available } from '../../parts/money/available.tsx';
import { useBalances } from '../../parts/money/use-balances.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { exitWords } from './exit-words.ts';

const DECIMALS = 8;

/** Amount, what it pays and when, and what leaving early costs, before anything is bought. */
export function BuyDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const money = useMoneyCall('buyPlan');
  const [amount, setAmount] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const balances = useBalances();
  const { asset } = product;
  const available = balances.data?.items.find((balance) => balance.asset === asset)?.available;
  const sums = buySums(product, amount, serverNow());
  const range = { min: format.money(product.min, asset), max: format.money(product.max, asset) };
  const buy = async () => {
    setLeft(true);
    if (sums === undefined) return;
    const { id: productId, version, cycleDays: days } = product;
    const answer = await money.submit({ productId, amount, days, version });
    void client.invalidateQueries({ queryKey: ['plans'] });
    if (!answer.ok) return;
    void client.invalidateQueries({ queryKey: ['private'] });
    toasts.show({ title: t('plans:bought') });
    onClose();
  };
  const value = (figure: 'daily' | 'promised' | 'end' | 'exit', name: string) => (
    <Derived derivation={sums?.why[figure]} value={sums?.[figure]} name={name} asset={asset} />
  );
  const rows: KeyValueRow[] = [
    { id: 'daily', name: t('plans:sum.daily'), value: value('daily', t('plans:sum.daily')) },
    { id: 'promised', name: t('plans:sum.promised'), value: value('promised', t('plans:sum.promised')), strong: true },
    { id: 'starts', name: t('plans:sum.starts'), value: sums && format.dateTime(sums.startsAt) },
    { id: 'matures', name: t('plans:sum.matures'), value: sums && format.dateTime(sums.maturesAt) },
    { id: 'end', name: t('plans:sum.end'), value: value('end', t('plans:sum.end')) },
    {
      id: 'penalty',
      name: t('plans:penalty'),
      value: format.percent(product.exitPenaltyRate, { max: 4 }),
    },
    { id: 'exit', name: t('plans:sum.exit'), value: value('exit', t('plans:sum.exit')) },
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      title={product.name}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={money.busy}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" loading={money.busy} onClick={() => void buy()}>
            {sums === undefined ? t('plans:buy') : t('plans:buyFor', { amount: format.money(amount, asset) })}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <AmountField
          label={t('plans:range')}
          value={amount}
          onChange={setAmount}
          onBlur={() => setLeft(amount !== '')}
          error={wasLeft && sums === undefined ? t('plans:enter', range) : undefined}
          asset={asset}
          decimals={DECIMALS}
          available={available}
        />
        <p>
          <Available value={available} asset={asset} />
        </p>
        <KeyValue rows={rows} />
        <p>{t('plans:leaving', exitWords(product, format))}</p>
        <p>{t('plans:terms.exit')}</p>
        {money.failure && <FailureNote failure={money.failure} />}
      </Stack>
    </Dialog>
  );
}
