import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Dialog, Select } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call, fetchCall } from '../../api/client.ts';
import { TextArea } from '../../parts/fields/text-area.tsx';
import { useOpenItem } from '../../queue/queue-context.ts';
import styles from './chat.module.css';

type Chat = OperatorResultOf<'getSupportChat'>;
const NOBODY = '0';

/** Who answers from now on, and whether it is over. */
export function HandOver({ chat, onDone }: { chat: Chat; onDone: () => void }) {
  const t = useT();
  const item = useOpenItem();
  const [isOpen, setOpen] = useState(false);
  const [to, setTo] = useState<string>(NOBODY);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const operators = useQuery({
    queryKey: ['listSupportOperators'],
    queryFn: ({ signal }) => fetchCall('listSupportOperators', { signal }),
    enabled: isOpen,
  });
  const params = { id: chat.id };
  const run = async (request: () => Promise<Answer<unknown>>): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    const answer = await request();
    setBusy(false);
    if (!answer.ok) setFailure(answer.failure);
    return answer.ok;
  };
  const open = () => {
    // A refusal to close the conversation is not one of this dialog.
    setFailure(undefined);
    setOpen(true);
  };
  const close = () => {
    setFailure(undefined);
    setOpen(false);
  };
  const hand = async () => {
    const body = { operator: to === NOBODY ? null : Number(to), note };
    if (!(await run(() => call('assignSupport', { params, body })))) return;
    setOpen(false);
    setNote('');
    onDone();
    item.onDecided();
  };
  const change = async () => {
    const name = chat.state === 'open' ? 'closeSupportChat' : 'reopenSupportChat';
    if (await run(() => call(name, { params, body: {} }))) onDone();
  };
  return (
    <>
      {failure && !isOpen && <FailureNote failure={failure} />}
      <Button size="l" disabled={busy} onClick={open}>
        {t('support:op.handOver')}
      </Button>
      <Button size="l" loading={busy && !isOpen} onClick={() => void change()}>
        {t(chat.state === 'open' ? 'support:close' : 'support:op.reopen')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        dismissable={!busy}
        width="s"
        title={t('support:op.handOver')}
        closeLabel={t('common:action.close')}
        footer={
          <Button variant="primary" loading={busy} onClick={() => void hand()}>
            {t('support:op.handOver')}
          </Button>
        }
      >
        <div className={styles.reply}>
          {failure && <FailureNote failure={failure} />}
          <Select
            label={t('support:op.to')}
            value={to}
            options={[
              { value: NOBODY, label: t('support:op.view.unassigned') },
              ...(operators.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={setTo}
          />
          <TextArea
            label={t('support:op.note')}
            hint={t('support:op.noteText')}
            value={note}
            maxLength={4_000}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
      </Dialog>
    </>
  );
}
