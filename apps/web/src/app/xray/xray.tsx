import { lazy, Suspense, useSyncExternalStore } from 'react';
import { needMessages } from '../../i18n/language.ts';
import { askedChange, useXray } from '../../shared/xray.ts';

/** Its code and texts come when somebody asks for it. */
const XrayBar = lazy(async () => {
  const [bar] = await Promise.all([import('./xray-bar.tsx'), needMessages(['guide'])]);
  return { default: bar.XrayBar };
});
const DayChange = lazy(async () => ({ default: (await import('./day-change.tsx')).DayChange }));

export function Xray() {
  const change = useSyncExternalStore(askedChange.subscribe, askedChange.get);
  return (
    <Suspense>
      {useXray() && <XrayBar />}
      {change !== undefined && <DayChange anchor={change} />}
    </Suspense>
  );
}
