import { DelayedDecision } from './delayed.ts';

/** The decision that can still be taken back; one for the whole console. */
export const delayed = new DelayedDecision();

// Leaving the site sends it: the operator has decided.
window.addEventListener('pagehide', () => delayed.flush());
