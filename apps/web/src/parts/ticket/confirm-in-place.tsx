import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { type Failure, isUncertain } from '@glasshouse/client/failure';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { Button, Checkbox, Figure, KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useQuote } from '../../live/market.ts';
import { ORDER_CONFIRMATION_KEY } from '../calls/preference-keys.ts';
import styles from './ticket-form.module.css';

export const isConfirmWanted = (): boolean => readStored(ORDER_CONFIRMATION_KEY) !== 'off';

/** The texts of a ticket's confirmation. */
export interface Confirmation {
  readonly title: string;
  /** The order in one sentence. */
  readonly sentence: string;
  /** Names the consequence, with the same words as the ticket's button. */
  readonly action: string;
  readonly tone: 'up' | 'down';
}

/** The price that an order is compared with: that of its side, or the middle for options. */
export type PriceSide = 'bid' | 'ask' | 'price';

interface ConfirmInPlaceProps extends Confirmation {
  readonly info: Pick<MarketInfo, 'code' | 'precision' | 'quote'>;
  readonly priceSide: PriceSide;
  /** What it takes and what can go wrong at worst, in money; from the rows of the ticket. */
  readonly figures: readonly KeyValueRow[];
  readonly onCancel: () => void;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
}

/**
 * Takes the place of the ticket: the order in one sentence, the price as it moves, what it takes
 * and the worst case. Its button submits the form. It cannot be left while the order is being sent.
 */
export function ConfirmInPlace(props: ConfirmInPlaceProps) {
  const { title, sentence, action, tone, info, priceSide, figures, onCancel, busy, failure } = props;
  const t = useT();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [skip, setSkip] = useState(false);
  const price = useQuote(info.code, (quote) => quote[priceSide]);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const uncertain = failure !== undefined && isUncertain(failure);
  const now: KeyValueRow = {
    id: 'now',
    name: (
      <>
        {t('trade:ticket.priceNow')}
        {priceSide !== 'price' && <span className={styles.priceSide}>{t(`market:source.${priceSide}`)}</span>}
      </>
    ),
    value: <Figure value={price} places={info.precision} asset={info.quote} />,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as another form field.
    <div
      role="group"
      aria-label={title}
      className={styles.confirm}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || busy) return;
        // A sheet around the ticket stays open.
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <p id={id} className={styles.sentence}>
        {sentence}
      </p>
      <KeyValue dense rows={[now, ...figures]} />
      {uncertain && (
        <>
          <FailureNote failure={failure} />
          <p>{t('trade:options.uncertain')}</p>
        </>
      )}
      <div className={styles.choice}>
        <Button size="l" onClick={onCancel} disabled={busy}>
          {t('common:action.cancel')}
        </Button>
        <Button
          ref={button}
          type="submit"
          size="l"
          full
          variant={tone}
          loading={busy}
          aria-describedby={id}
          onClick={refuseDouble}
          onKeyDown={refuseHeld}
        >
          {action}
        </Button>
      </div>
      <Checkbox
        label={t('trade:options.skipConfirm')}
        checked={skip}
        onChange={(next) => {
          setSkip(next);
          writeStored(ORDER_CONFIRMATION_KEY, next ? 'off' : undefined);
        }}
      />
    </div>
  );
}

/** The button stands where the one that asked for it stood: a double press must not order. */
export const refuseDouble = (event: { readonly detail: number; preventDefault: () => void }): void => {
  if (1 < event.detail) event.preventDefault();
};

export const refuseHeld = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault();
};
