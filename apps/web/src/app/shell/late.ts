import { type ComponentType, lazy } from 'react';

const Nothing: ComponentType = () => null;

/**
 * A tool of the header that loads after the page: nobody needs it in the first second. Without it
 * the header works, since its page is also reached from the footer or the profile.
 */
export const late = (load: () => Promise<ComponentType>) =>
  lazy(async (): Promise<{ default: ComponentType }> => ({ default: await load().catch(() => Nothing) }));
