import { useState } from 'react';
import type { Answer } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';

interface Sending<Result> {
  /** Shows what is wrong with the fields; false keeps the form here. */
  readonly check: () => boolean;
  readonly send: () => Promise<Answer<Result>>;
  /** Puts a refusal at its fields; false when it belongs beside the form. */
  readonly refuse: (failure: Failure) => Promise<boolean>;
  readonly done: (result: Result) => void;
}

/** How every form is sent: checked first, once at a time, and a failure stands where it belongs. */
export function useSending<Result>({ check, send, refuse, done }: Sending<Result>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const submit = async (): Promise<void> => {
    // Enter in a field sends as well, and does not care for the look of the button.
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
