import { Stack } from '@glasshouse/ui';
import { AlertForm, type AlertMarket } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';

/** What the bell of a market opens: a new alert, and those it has. */
export const AlertSheet = ({ market }: { market: AlertMarket }) => (
  <Stack gap={5}>
    <AlertForm market={market} />
    <AlertList code={market.code} />
  </Stack>
);
