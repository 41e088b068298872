import { needMessages, translator } from '@glasshouse/app/language/language';
import { toasts } from '@glasshouse/ui';
import { knowsTour, startTour } from './tour.ts';

/** Says that a demo account is open and, to whoever does not know it, offers the tour. */
export async function offerTour(title: string, toMarket: () => void): Promise<void> {
  await needMessages(['guide']);
  const start = () => {
    startTour();
    toMarket();
  };
  const action = { label: translator().t('guide:tour.start'), onPress: start };
  toasts.show({ title, action: knowsTour() ? undefined : action });
}
