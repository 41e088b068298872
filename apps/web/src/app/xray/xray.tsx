import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { useSyncExternalStore } from 'react';
import { requestedChange, useXray } from '../../parts/page/xray.ts';

/** Its code and texts come when somebody asks for it. */
const XrayBar = lazyPart(async () => {
  const [bar] = await Promise.all([import('./xray-bar.tsx'), needMessages(['guide'])]);
  return bar.XrayBar;
});
const DayChange = lazyPart(async () => (await import('./day-change.tsx')).DayChange);

export function Xray() {
  const change = useSyncExternalStore(requestedChange.subscribe, requestedChange.get, requestedChange.get);
  return (
    <LazyPlace>
      {useXray() && <XrayBar />}
      {change !== undefined && <DayChange {...change} />}
    </LazyPlace>
  );
}
