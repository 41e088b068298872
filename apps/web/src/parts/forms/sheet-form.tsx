import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { Form } from '@glasshouse/app/forms/form.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { BottomSheet, Button } from '@glasshouse/ui';
import type { ReactNode } from 'react';

interface SubmitProps {
  readonly label: ReactNode;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly variant?: 'primary' | 'danger';
  readonly disabled?: boolean;
}

/** The end of a form: why it was refused, and its button. */
export const Submit = ({ label, busy, failure, variant = 'primary', disabled }: SubmitProps) => (
  <>
    {failure && <FailureNote failure={failure} />}
    <Button type="submit" variant={variant} size="l" full loading={busy} disabled={disabled}>
      {label}
    </Button>
  </>
);

interface SheetFormProps extends SubmitProps {
  readonly title: string;
  readonly description?: string;
  readonly onClose: () => void;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A sheet that is one form. */
export function SheetForm({ title, description, onClose, onSubmit, children, ...submit }: SheetFormProps) {
  const t = useT();
  return (
    <BottomSheet open onClose={onClose} title={title} description={description} closeLabel={t('common:action.close')}>
      <Form onSubmit={onSubmit}>
        {children}
        <Submit {...submit} />
      </Form>
    </BottomSheet>
  );
}
