import { Countdown, KeyValue } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { Derived, DerivedWhy } from '../../shared/derived.tsx';
import { useFormat } from '../../shared/format.ts';
import { Money } from '../../shared/money.tsx';
import { PriceAge } from '../../shared/ticket/price-age.tsx';
import styles from './convert.module.css';
import { likelyPriced } from './figures.ts';
import type { ConvertTicketState } from './use-convert-ticket.ts';

/**
 * The quoted price beside the reference, what the spread costs, and how long the quote holds. Every
 * row keeps its place before there is a quote: the button below must not move away under a finger.
 */
export function ConvertTicketFigures({ ticket }: { ticket: ConvertTicketState }) {
  const t = useT();
  const format = useFormat();
  const { draft, figures, firm } = ticket;
  const { quote } = firm;
  const isFirm = draft.pricing === 'firm';
  if (quote === undefined || figures === undefined) {
    const dash = <Money value={undefined} />;
    return (
      <>
        <KeyValue
          dense
          rows={[
            { id: 'price', name: t('convert:price', { from: likelyPriced(draft) }), value: dash },
            { id: 'reference', name: t('convert:reference'), value: dash },
            { id: 'spread', name: t('convert:spread'), value: dash },
            { id: 'bound', name: t(isFirm ? 'convert:band' : 'convert:least'), value: dash },
            { id: 'age', name: t('trade:options.priceAge'), value: dash },
          ]}
        />
        <p className={styles.holds}>
          {firm.failure === undefined && t(firm.loading ? 'convert:asking' : 'convert:firmHint')}
        </p>
      </>
    );
  }
  const { prices } = figures;
  const endsAt = Date.parse(quote.expiresAt);
  const { why } = figures;
  const spread = {
    ...{ derivation: why.spread, value: why.spread?.result ?? '0', name: t('convert:spread'), asset: 'USDT' },
    text: t('convert:whySpreadText'),
  };
  const bound = isFirm ? (
    format.percent(quote.bandRate, { min: 2, max: 4, rounding: 'trunc' })
  ) : (
    <Derived derivation={why.least} value={figures.least} name={t('convert:least')} asset={quote.to} />
  );
  const share = format.percent(figures.spreadRate, { min: 2, max: 4, rounding: 'ceil' });
  return (
    <>
      <KeyValue
        dense
        rows={[
          {
            id: 'price',
            name: t('convert:price', { from: prices.of }),
            value: <Derived derivation={why.price} name={t('convert:price', { from: prices.of })} asset={prices.in} />,
          },
          {
            id: 'reference',
            name: t('convert:reference'),
            value: <Derived derivation={why.reference} name={t('convert:reference')} asset={prices.in} />,
          },
          {
            id: 'spread',
            name: t('convert:spread'),
            value: (
              <>
                <Derived {...spread} /> {isFirm && `(${share})`}
              </>
            ),
            why: <DerivedWhy {...spread} label={t('convert:whySpread')} isBeside />,
          },
          { id: 'bound', name: t(isFirm ? 'convert:band' : 'convert:least'), value: bound },
          {
            id: 'age',
            name: t('trade:options.priceAge'),
            value: <PriceAge key={quote.quoteId} at={Date.parse(quote.priceAt)} />,
          },
        ]}
      />
      <p className={styles.holds}>
        {!isFirm ? (
          t('convert:nextHint')
        ) : firm.paused ? (
          t('convert:ended')
        ) : (
          <>
            {t('convert:holds')}
            <Countdown
              key={quote.quoteId}
              label={t('convert:holds')}
              startsAt={Date.parse(quote.quotedAt)}
              endsAt={endsAt}
              now={serverNow}
            />
          </>
        )}
      </p>
    </>
  );
}
