import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { isRightToLeft } from '../lib/roving.ts';
import { watchAppearance } from '../theme/appearance.ts';
import { useUiLocale } from '../theme/locale.tsx';
import type { ChartEngine } from './engine.ts';
import type { EngineOptions } from './engine-options.ts';
import { formatPriceNumber, formatVolume } from './format.ts';

type OwnOptions = 'locale' | 'timeZone' | 'formatPrice' | 'formatVolume' | 'overlay' | 'stage' | 'rtl';

/** Fetches the drawing library when the first chart is shown, and makes the chart anew when its formats change. */
export function useEngine(
  places: { canvas: RefObject<HTMLElement | null>; overlay: RefObject<HTMLElement | null> },
  options: Omit<EngineOptions, OwnOptions>,
): { engine: ChartEngine | undefined; failed: boolean } {
  const { locale, timeZone } = useUiLocale();
  const [engine, setEngine] = useState<ChartEngine>();
  const [failed, setFailed] = useState(false);
  const { canvas, overlay } = places;
  const decimals = options.places;

  const start = useEffectEvent((createEngine: typeof import('./engine.ts').createEngine) => {
    const place = canvas.current;
    const above = overlay.current;
    if (place === null || above === null) return undefined;
    return createEngine(place, {
      ...options,
      locale,
      timeZone,
      overlay: above,
      stage: above.parentElement as HTMLElement,
      // The chart itself runs from left to right; what it is asked is how the page around it is written.
      rtl: isRightToLeft(document.documentElement),
      formatPrice: (price) => formatPriceNumber(price, decimals, locale),
      formatVolume: (amount) => formatVolume(amount, locale),
    });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: formats and steps are fixed when a chart is made, so it is made anew for others.
  useEffect(() => {
    let made: ChartEngine | undefined;
    let gone = false;
    import('./engine.ts').then(
      ({ createEngine }) => {
        if (gone) return;
        made = start(createEngine);
        // At once, with the bars that are there already: the drawing library would draw an empty chart first.
        flushSync(() => setEngine(made));
      },
      () => setFailed(true),
    );
    const stopWatching = watchAppearance(() => made?.retheme());
    return () => {
      gone = true;
      stopWatching();
      setEngine(undefined);
      made?.dispose();
    };
  }, [locale, timeZone, decimals, options.step]);

  return { engine, failed };
}
