import { useT } from '@glasshouse/app/language/language';
import { Button, Stack } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { knowsTour, startTour } from '../../parts/tour/tour.ts';
import { Part } from './part.tsx';

/** The tour, the first time or again. */
export function SettingsTour() {
  const t = useT();
  const [, navigate] = useLocation();
  const start = () => {
    startTour();
    navigate('/market');
  };
  return (
    <Part id="tour" title={t('guide:tour.title')}>
      <Stack gap={4} align="start">
        <p>{t('guide:tour.text')}</p>
        <Button onClick={start}>{t(knowsTour() ? 'guide:tour.again' : 'guide:tour.start')}</Button>
      </Stack>
    </Part>
  );
}
