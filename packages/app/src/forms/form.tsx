import { Stack } from '@glasshouse/ui';
import type { ReactNode } from 'react';

/** A column of fields with a submit button. */
export const Form = ({ onSubmit, children }: { onSubmit: () => Promise<void>; children: ReactNode }) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  >
    <Stack gap={4}>{children}</Stack>
  </form>
);
