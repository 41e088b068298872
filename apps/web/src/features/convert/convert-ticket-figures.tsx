import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Countdown, KeyValue } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import { Money } from '../../parts/money/money.tsx';
import { Derived, DerivedWhy } from '../../parts/reasons/derived.tsx';
import { PriceAge } from '../../parts/ticket/price-age.tsx';
import { useStockLeftRow } from '../../parts/ticket/stock-left-row.tsx';
import styles from './convert.module.css';
import type { ShownTerms } from './shown-terms.ts';
import type { ConvertTicketState } from './use-convert-ticket.ts';

const SHARE = { min: 2, max: 4, rounding: 'ceil' } as const;

interface FiguresProps {
  readonly ticket: ConvertTicketState;
  readonly terms: ShownTerms;
}

/** The price of one coin in the other, from the start, and how long it holds once it is firm. */
export function ConvertRate({ ticket, terms }: FiguresProps) {
  const t = useT();
  const format = useFormat();
  const { draft, firm } = ticket;
  const { quote } = firm;
  const isFirm = draft.pricing === 'firm';
  const note = noteOf();
  const isHeld = quote !== undefined && isFirm && !firm.paused;
  return (
    <div className={styles.rate}>
      <div className={styles.rateLine}>
        <bdi dir="ltr" className={styles.rateFigure}>
          1 {terms.of} ={' '}
          <Derived derivation={terms.price} name={t('convert:price', { from: terms.of })} asset={terms.in} />
        </bdi>
        {isHeld ? (
          <Countdown
            key={quote.quoteId}
            label={t('convert:holds')}
            startsAt={Date.parse(quote.quotedAt)}
            endsAt={Date.parse(quote.expiresAt)}
            now={serverNow}
          />
        ) : (
          <span className={styles.small}>
            {t('convert:spread')} {terms.share === undefined ? '–' : format.percent(terms.share, SHARE)}
          </span>
        )}
      </div>
      <p className={styles.holds}>
        {t(note)}
        {quote?.leadMs !== undefined && (note === 'convert:nextHint' || note === 'convert:heldHint') && (
          <> {t('convert:leadHint', { time: format.duration(quote.leadMs / 1_000) })}</>
        )}
      </p>
    </div>
  );
  function noteOf() {
    if (firm.loading) return 'convert:asking';
    if (quote === undefined) return 'convert:firmHint';
    if (!isFirm) return 'convert:nextHint';
    return firm.paused ? 'convert:ended' : 'convert:heldHint';
  }
}

/**
 * The reference, what the spread costs, and how far the price may move. Every row is there before
 * an amount is, with the figures of now: nothing moves under a finger once one is entered.
 */
export function ConvertTicketFigures({ ticket, terms }: FiguresProps) {
  const t = useT();
  const format = useFormat();
  const { draft, figures, firm } = ticket;
  const { quote } = firm;
  const isFirm = draft.pricing === 'firm';
  const why = quote && figures?.why;
  const stockLeft = useStockLeftRow({
    asset: draft.to,
    wanted: quote?.receive,
    failure: firm.failure ?? ticket.failure,
  });
  const percent = (rate: string | undefined) => (rate === undefined ? '–' : format.percent(rate, SHARE));
  const spread = {
    derivation: why?.spread,
    value: why?.spread?.result ?? '0',
    name: t('convert:spread'),
    asset: 'USDT',
    text: t('convert:whySpreadText'),
  };
  const least =
    quote === undefined || why === undefined ? (
      <Money value={undefined} />
    ) : (
      <Derived derivation={why.least} value={figures?.least} name={t('convert:least')} asset={quote.to} />
    );
  return (
    <KeyValue
      dense
      rows={[
        ...stockLeft,
        {
          id: 'reference',
          name: t('convert:reference'),
          value: <Derived derivation={terms.reference} name={t('convert:reference')} asset={terms.in} />,
        },
        {
          id: 'spread',
          name: t('convert:spread'),
          value:
            why === undefined ? (
              percent(terms.share)
            ) : (
              <>
                <Derived {...spread} /> ({percent(terms.share)})
              </>
            ),
          why: <DerivedWhy {...spread} label={t('convert:whySpread')} isBeside />,
        },
        {
          id: 'bound',
          name: t(isFirm ? 'convert:band' : 'convert:least'),
          value: isFirm
            ? terms.band === undefined
              ? '–'
              : format.percent(terms.band, { min: 2, max: 4, rounding: 'trunc' })
            : least,
        },
        {
          id: 'age',
          name: t('trade:options.priceAge'),
          value: terms.at === undefined ? '–' : <PriceAge key={quote?.quoteId} at={terms.at} />,
        },
      ]}
    />
  );
}
