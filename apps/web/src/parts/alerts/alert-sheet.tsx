import { Stack } from '@glasshouse/ui';
import { AlertForm, type AlertMarket } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';
import { OpeningAlert } from './opening-alert.tsx';

/** Opened by the bell of a market: a new alert, and those it has. */
export const AlertSheet = ({ market }: { market: AlertMarket }) => (
  <Stack gap={5}>
    <OpeningAlert market={market} />
    <AlertForm market={market} />
    <AlertList code={market.code} />
  </Stack>
);
