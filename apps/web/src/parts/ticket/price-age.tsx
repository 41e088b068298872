import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useEffect, useState } from 'react';
import { serverNow } from '../../live/clock.ts';

const SECOND_MS = 1_000;

/**
 * Keeps counting while visible, by the server's clock: an unchanged price grows old. With
 * `validMs`, how old it may be.
 */
export function PriceAge({ at, validMs }: { at: number; validMs?: number | null }) {
  const t = useT();
  const format = useFormat();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const age = format.duration(Math.max(0, Math.floor((now - at) / SECOND_MS)));
  if (validMs == null) return age;
  return t('trade:options.ageOf', { age, limit: format.duration(validMs / SECOND_MS) });
}
