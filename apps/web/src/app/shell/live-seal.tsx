import { needMessages } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { Seal } from '@glasshouse/ui';

/** Verifying asks for a minute of prices and its keys: not before the page itself is there. */
const AFTER_MS = 2_000;

const LateSeal = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
  const [part] = await Promise.all([import('./checked-seal.tsx'), needMessages(['site'])]);
  return part.CheckedSeal;
});

/** Beside the name of its place: closed once this browser has verified the newest signed minute. */
export const LiveSeal = ({ size = 's' }: { readonly size?: 's' | 'm' }) => (
  <LazyPlace waiting={<Seal state="open" size={size} />} otherwise={<Seal state="open" size={size} />}>
    <LateSeal size={size} />
  </LazyPlace>
);
