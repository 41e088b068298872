import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import type { ContractAnswer, ContractOrder } from '@glasshouse/trade/orders';
import { BottomSheet, Button, Stack, toasts } from '@glasshouse/ui';
import type { ComponentProps, ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRefreshContracts } from './use-refresh-contracts.ts';

interface ContractDialogProps {
  readonly order: ContractOrder;
  readonly title: string;
  readonly action: {
    readonly label: string;
    readonly variant: ComponentProps<typeof Button>['variant'];
    readonly disabled: boolean;
  };
  readonly busy: boolean;
  /** Shown below the fields; undefined when a field already shows it. */
  readonly failure: Failure | undefined;
  readonly submit: () => Promise<Answer<ContractAnswer>>;
  /** The toast after a success. */
  readonly done: (order: ContractAnswer) => string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A change to one contract: fields, cancel and submit. Closes once the change was made. */
export function ContractDialog(props: ContractDialogProps) {
  const { order, title, action, busy, failure, submit, done, onClose, children } = props;
  const t = useT();
  const refresh = useRefreshContracts();
  const press = async () => {
    const answer = await submit();
    if (!answer.ok) return;
    refresh(answer.result);
    toasts.show({ title: done(answer.result) });
    onClose();
  };
  return (
    <BottomSheet
      open
      onClose={onClose}
      dismissable={!busy}
      width="s"
      title={title}
      description={order.name}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('common:action.cancel')}
          </Button>
          <Button variant={action.variant} disabled={action.disabled} loading={busy} onClick={() => void press()}>
            {action.label}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {children}
        {failure !== undefined && <FailureNote failure={failure} />}
      </Stack>
    </BottomSheet>
  );
}
