import { Stack } from '@glasshouse/ui';
import type { ReactNode } from 'react';

/** Fields under each other, and one way to send them. */
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
