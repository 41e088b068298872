import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { watchAppearance } from '../theme/appearance.ts';
import { useUiLocale } from '../theme/locale.tsx';
import type { ChartEngine } from './engine.ts';
import type { EngineOptions } from './engine-options.ts';
import { formatPriceNumber, formatRsi, formatVolume } from './format.ts';

type OwnOptions =
  | 'locale'
  | 'timeZone'
  | 'formatPrice'
  | 'formatWhole'
  | 'formatVolume'
  | 'formatRsi'
  | 'overlay'
  | 'stage';

/**
 * Loads the charting library with the first chart, and rebuilds the chart when its formats change.
 */
export function useEngine(
  elements: { canvas: RefObject<HTMLElement | null>; overlay: RefObject<HTMLElement | null> },
  options: Omit<EngineOptions, OwnOptions>,
): { engine: ChartEngine | undefined; failed: boolean } {
  const { locale, timeZone } = useUiLocale();
  const [made, setMade] = useState<{ readonly engine: ChartEngine; readonly kind: string }>();
  const [failed, setFailed] = useState(false);
  const { canvas, overlay } = elements;
  const decimals = options.places;
  const kind = [locale, timeZone, decimals, options.step].join();

  const start = useEffectEvent((createEngine: typeof import('./engine.ts').createEngine) => {
    const container = canvas.current;
    const overlayElement = overlay.current;
    if (container === null || overlayElement === null) return undefined;
    return createEngine(container, {
      ...options,
      locale,
      timeZone,
      overlay: overlayElement,
      stage: overlayElement.parentElement as HTMLElement,
      formatPrice: (price) => formatPriceNumber(price, decimals, locale),
      formatWhole: (price) => formatPriceNumber(price, 0, locale),
      formatVolume: (amount) => formatVolume(amount, locale),
      formatRsi: (value) => formatRsi(value, { locale, places: 1 }),
    });
  });

  useEffect(() => {
    let engine: ChartEngine | undefined;
    let disposed = false;
    import('./engine.ts').then(
      ({ createEngine }) => {
        if (disposed) return;
        engine = start(createEngine);
        // Synchronously, with the bars already loaded: the library would first draw an empty chart.
        flushSync(() => setMade(engine && { engine, kind }));
      },
      () => setFailed(true),
    );
    const stopWatching = watchAppearance(() => engine?.retheme());
    return () => {
      disposed = true;
      stopWatching();
      setMade(undefined);
      engine?.dispose();
    };
  }, [kind]);

  // While rendering new formats, the old chart must not be used: effects of that render would run
  // after its disposal.
  return { engine: made?.kind === kind ? made.engine : undefined, failed };
}
