import type { Answer } from '@glasshouse/client/envelope';
import type { Failure } from '@glasshouse/client/failure';
import { useState } from 'react';

interface Sending<Result> {
  /** Validates the fields; false cancels the submission. */
  readonly check: () => boolean;
  readonly send: () => Promise<Answer<Result>>;
  /** Shows a refusal at its fields; false if it belongs beside the form. */
  readonly refuse: (failure: Failure) => Promise<boolean>;
  readonly done: (result: Result) => void;
}

/** Submits a form: validated first, once at a time, and failures are shown where they belong. */
export function useSending<Result>({ check, send, refuse, done }: Sending<Result>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const submit = async (): Promise<void> => {
    // Enter in a field submits too, even while the button is disabled.
    if (busy || !check()) return;
    setBusy(true);
    setFailure(undefined);
    const answer = await send();
    setBusy(false);
    if (answer.ok) done(answer.result);
    else if (!(await refuse(answer.failure))) setFailure(answer.failure);
  };
  return { busy, failure, submit };
}
