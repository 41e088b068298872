import { createContext, useContext } from 'react';

/** Provided by whatever hydrates a page that a server painted; elsewhere nothing hydrates. */
export const HydrationContext = createContext(false);

/**
 * Whether this component renders on the server, or in the browser for the first time over the
 * markup of the server: then it must render exactly what the server did, and not what only this
 * browser knows. It renders again afterwards, in a transition.
 */
export const useIsHydrating = (): boolean => useContext(HydrationContext);
