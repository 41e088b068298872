import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { proceedsOf } from '@glasshouse/rules/nfts';
import { Banner, Button, Card, Dialog, KeyValue, Stack, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import { Money } from '../../parts/money/money.tsx';
import styles from './nfts.module.css';
import type { Work } from './work-words.tsx';

const QUANTITY_MAX = 100;

/** How many, which numbers, what it costs, and that nothing of it is the house's. */
export function BuyTicket({ work, onBought }: { work: Work; onBought: () => void }) {
  const t = useT();
  const format = useFormat();
  const refresh = useRefresh('balances', 'statement', 'nfts');
  const money = useMoneyCall('buyNft');
  const [typed, setTyped] = useState('1');
  const [asking, setAsking] = useState(false);
  const [bought, setBought] = useState<{ readonly first: number; readonly last: number }>();
  const left = work.supply - work.sold;
  const most = Math.min(QUANTITY_MAX, left);
  const quantity = /^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= most ? Number(typed) : undefined;
  const total = formatAmount(proceedsOf(amountOf(work.price), quantity ?? 1));
  const amount = format.money(total, work.asset);
  const numbers = (first: number, last: number): string =>
    first === last
      ? t('nfts:number', { serial: format.number(String(first)) })
      : t('nfts:numbers', { first: format.number(String(first)), last: format.number(String(last)) });
  const send = async () => {
    if (quantity === undefined) return;
    const answer = await money.submit({ id: work.id, quantity });
    if (!answer.ok) return;
    setAsking(false);
    const first = answer.result[0]?.serial;
    const last = answer.result.at(-1)?.serial;
    if (first !== undefined && last !== undefined) setBought({ first, last });
    refresh({ book: 'real' });
    onBought();
  };
  return (
    <Card>
      <Stack gap={4}>
        {bought !== undefined && (
          <Banner
            kind="success"
            action={
              <LinkButton size="s" href="/nfts/mine">
                {t('nfts:certificate')}
              </LinkButton>
            }
          >
            {t('nfts:thanks', { number: numbers(bought.first, bought.last) })}
          </Banner>
        )}
        <p className={styles.cost}>
          <Money value={work.price} asset={work.asset} size="xl" />
        </p>
        <p className={styles.note}>
          {t('nfts:sold', { sold: format.number(String(work.sold)), supply: format.number(String(work.supply)) })}
        </p>
        {work.state === 'onSale' && (
          <>
            <TextField
              label={t('nfts:quantity')}
              dir="ltr"
              inputMode="numeric"
              value={typed}
              error={quantity === undefined ? `1 – ${format.number(String(most))}` : undefined}
              onChange={(event) => setTyped(event.currentTarget.value.trim())}
            />
            <KeyValue
              rows={[
                { id: 'next', name: t('nfts:next'), value: numbers(work.sold + 1, work.sold + (quantity ?? 1)) },
                { id: 'charity', name: t('nfts:toCharity'), value: <Money value={total} asset={work.asset} /> },
                { id: 'house', name: t('nfts:toHouse'), value: <Money value="0" asset={work.asset} />, tone: 'muted' },
              ]}
            />
            <Button variant="primary" size="l" full disabled={quantity === undefined} onClick={() => setAsking(true)}>
              {t('nfts:buy', { amount })}
            </Button>
          </>
        )}
      </Stack>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        dismissable={!money.busy}
        width="s"
        title={work.name}
        description={t('nfts:confirm', { name: work.name, amount })}
        closeLabel={t('common:action.close')}
        footer={
          <>
            <Button onClick={() => setAsking(false)} disabled={money.busy}>
              {t('common:action.cancel')}
            </Button>
            <Button variant="primary" loading={money.busy} onClick={() => void send()}>
              {t('nfts:buy', { amount })}
            </Button>
          </>
        }
      >
        {money.failure !== undefined && <FailureNote failure={money.failure} />}
      </Dialog>
    </Card>
  );
}
