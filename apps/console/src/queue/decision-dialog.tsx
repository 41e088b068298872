import { randomKey } from '@glasshouse/api/random-key';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { BottomSheet, Button, Select } from '@glasshouse/ui';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { TextArea } from '../parts/fields/text-area.tsx';
import { type Decision, type DecisionInput, REASON_LENGTH_MAX, REASON_LENGTH_MIN } from './decision.ts';
import styles from './decision-dialog.module.css';

const NOTE_LENGTH_MAX = 300;

interface DecisionDialogProps {
  readonly decision: Decision;
  readonly onClose: () => void;
  /** Carries it out; a failure is shown here, and the dialog stays. */
  readonly onDecide: (decision: Decision, input: DecisionInput) => Promise<Failure | undefined>;
}

/** A decision and its reason. `Ctrl Enter` sends it from any field. */
export function DecisionDialog({ decision, onClose, onDecide }: DecisionDialogProps) {
  const t = useT();
  const formId = useId();
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const hasFields = decision.fields !== undefined;
  // One key for this opening of the dialog: after a lost answer, the retry runs the command once.
  const [idempotencyKey] = useState(() => randomKey());
  const [code, setCode] = useState<string>();
  // Written by whoever decides: a reason that is there already is read by nobody.
  const [reason, setReason] = useState('');
  const usual = decision.kind === 'reject' ? (decision.usual ?? []) : [];
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  // After the dialog has focused its first button. Fields of the decision come before its reason.
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input, textarea, select');
    if (!hasFields || first == null) reasonField.current?.focus();
    else first.focus();
  }, [hasFields]);

  const isShort = reason.trim().length < REASON_LENGTH_MIN;
  const isMissing = decision.codes !== undefined && code === undefined;
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (busy || isShort || isMissing || decision.problem !== undefined) return;
    setBusy(true);
    setFailure(undefined);
    const input = { reason: reason.trim(), code, note: note.trim() === '' ? undefined : note.trim(), idempotencyKey };
    setFailure(await onDecide(decision, input));
    setBusy(false);
  };
  return (
    <BottomSheet
      open
      title={decision.title}
      description={decision.text}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant={decision.kind === 'approve' ? 'primary' : 'danger'}
            loading={busy}
          >
            {decision.label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
        }}
      >
        {decision.fields}
        {decision.codes !== undefined && (
          <Select
            label={t('console:decision.code')}
            placeholder={t('console:decision.pick')}
            value={code}
            options={decision.codes}
            onChange={setCode}
            error={isTried && isMissing ? t('console:decision.pickOne') : undefined}
          />
        )}
        {decision.hasNote && (
          <TextArea
            label={t('console:decision.note')}
            hint={t('console:decision.noteHint')}
            rows={2}
            maxLength={NOTE_LENGTH_MAX}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        <TextArea
          label={t(decision.reasonHint === undefined ? 'console:decision.reason' : 'console:field.reason')}
          hint={decision.reasonHint ?? t('console:decision.reasonHint')}
          error={isTried && isShort ? t('console:decision.reasonShort', { min: REASON_LENGTH_MIN }) : undefined}
          maxLength={REASON_LENGTH_MAX}
          ref={reasonField}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {1 < usual.length && (
          <ul className={styles.usual} aria-label={t('console:decision.usual')}>
            {usual.map((text) => (
              <li key={text}>
                <button type="button" className={styles.chip} onClick={() => setReason(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
        {isTried && decision.problem !== undefined && <p role="alert">{decision.problem}</p>}
        {failure && <FailureNote failure={failure} />}
      </form>
    </BottomSheet>
  );
}
