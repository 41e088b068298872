import { Banner, Button, Checkbox, Dialog, Stack } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { type Failure, isUncertain } from '../../api/failure.ts';
import { useT } from '../../i18n/language.ts';
import { readStored, writeStored } from '../../session/storage.ts';
import { FailureNote } from '../failure.tsx';
import { ORDER_CONFIRMATION_KEY } from '../preference-keys.ts';

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

interface ConfirmOrderProps extends Confirmation {
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly demo: boolean;
  /** The summary of the ticket. */
  readonly children: ReactNode;
}

/**
 * The order in one sentence, with its summary. It cannot be closed while the order is being sent.
 */
export function ConfirmOrder(props: ConfirmOrderProps) {
  const { title, sentence, action, tone, onClose, onConfirm, busy, failure, demo, children } = props;
  const t = useT();
  const [skip, setSkip] = useState(false);
  const uncertain = failure !== undefined && isUncertain(failure);
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!busy}
      width="s"
      title={title}
      description={sentence}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('common:action.cancel')}
          </Button>
          <Button
            variant={tone}
            loading={busy}
            onClick={() => {
              if (skip) writeStored(ORDER_CONFIRMATION_KEY, 'off');
              onConfirm();
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {demo && <Banner kind="demo">{t('shell:banner.demo')}</Banner>}
        {children}
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
