import { needMessages } from '@glasshouse/app/language/language';
import { Late, late } from '@glasshouse/app/lazy/late.tsx';
import { useSyncExternalStore } from 'react';
import { askedChange, useXray } from '../../parts/page/xray.ts';

/** Its code and texts come when somebody asks for it. */
const XrayBar = late(async () => {
  const [bar] = await Promise.all([import('./xray-bar.tsx'), needMessages(['guide'])]);
  return bar.XrayBar;
});
const DayChange = late(async () => (await import('./day-change.tsx')).DayChange);

export function Xray() {
  const change = useSyncExternalStore(askedChange.subscribe, askedChange.get);
  return (
    <Late>
      {useXray() && <XrayBar />}
      {change !== undefined && <DayChange {...change} />}
    </Late>
  );
}
