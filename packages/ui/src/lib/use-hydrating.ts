import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;
const isNot = (): boolean => false;
const is = (): boolean => true;

/**
 * Whether this component renders on the server, or in the browser for the first time over the
 * markup of the server: then it must render exactly what the server did, and not what only this
 * browser knows. It renders again right afterwards.
 */
export const useIsHydrating = (): boolean => useSyncExternalStore(never, isNot, is);
