import { lazy, Suspense } from 'react';
import { needMessages } from '../../i18n/language.ts';
import { useXray } from '../../shared/xray.ts';

/** Its code and texts come when somebody asks for it. */
const XrayBar = lazy(async () => {
  const [bar] = await Promise.all([import('./xray-bar.tsx'), needMessages(['guide'])]);
  return { default: bar.XrayBar };
});

export function Xray() {
  return useXray() ? (
    <Suspense>
      <XrayBar />
    </Suspense>
  ) : null;
}
