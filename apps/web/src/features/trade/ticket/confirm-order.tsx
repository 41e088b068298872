import { Banner, Button, Checkbox, Dialog, Stack } from '@glasshouse/ui';
import { useState } from 'react';
import { type Failure, isUncertain } from '../../../api/failure.ts';
import { useT } from '../../../i18n/language.ts';
import { readStored, writeStored } from '../../../session/storage.ts';
import { FailureNote } from '../../../shared/failure.tsx';
import { useFormat } from '../../../shared/format.ts';
import { ORDER_CONFIRMATION_KEY } from '../../../shared/preference-keys.ts';
import type { TicketFigures as Figures, Period } from './figures.ts';
import { TicketFigures } from './ticket-figures.tsx';
import type { Direction } from './use-ticket.ts';

export const isConfirmWanted = (): boolean => readStored(ORDER_CONFIRMATION_KEY) !== 'off';

interface ConfirmOrderProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly name: string;
  readonly direction: Direction;
  readonly period: Period;
  readonly figures: Figures;
  readonly available: string | undefined;
  readonly demo: boolean;
}

/** The order in one sentence and its figures once more. It cannot be left while the order is on its way. */
export function ConfirmOrder(props: ConfirmOrderProps) {
  const { open, onClose, onConfirm, busy, failure, name, direction, period, figures, available, demo } = props;
  const t = useT();
  const format = useFormat();
  const [skip, setSkip] = useState(false);
  const values = { amount: format.money(figures.stake, 'USDT'), name, period: format.duration(period.id) };
  const uncertain = failure !== undefined && isUncertain(failure);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissable={!busy}
      width="s"
      title={t('trade:options.confirmTitle')}
      description={t(direction === 'up' ? 'trade:options.confirmUp' : 'trade:options.confirmDown', values)}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('common:action.cancel')}
          </Button>
          <Button
            variant={direction}
            loading={busy}
            onClick={() => {
              if (skip) writeStored(ORDER_CONFIRMATION_KEY, 'off');
              onConfirm();
            }}
          >
            {t(direction === 'up' ? 'trade:options.buyUp' : 'trade:options.buyDown', {
              amount: format.money(figures.total, 'USDT'),
            })}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {demo && <Banner kind="demo">{t('shell:banner.demo')}</Banner>}
        <TicketFigures period={period} figures={figures} available={available} />
        {uncertain && (
          <>
            <FailureNote failure={failure} />
            <p>{t('trade:options.uncertain')}</p>
          </>
        )}
        <Checkbox label={t('trade:options.skipConfirm')} checked={skip} onChange={setSkip} />
      </Stack>
    </Dialog>
  );
}
