import { Cell } from '@glasshouse/client/emitter';

/** The call wants a second factor given within the last minutes. */
export const STEP_UP_REQUIRED = 11151;

interface Waiting {
  readonly settle: (confirmed: boolean) => void;
}

/** The question that is open; the dialog in the shell shows it. */
export const stepUpQuestion = new Cell<Waiting | undefined>(undefined);
let open: Promise<boolean> | undefined;

/**
 * Asks the operator for a second factor; true once the server has accepted it. Calls that need it
 * at the same time share one question.
 */
export function confirmIdentity(): Promise<boolean> {
  open ??= new Promise<boolean>((resolve) => {
    stepUpQuestion.set({
      settle: (confirmed) => {
        open = undefined;
        stepUpQuestion.set(undefined);
        resolve(confirmed);
      },
    });
  });
  return open;
}
