import fc from 'fast-check';

/**
 * Property tests draw the same inputs in every run, so that no run fails by luck. `PROPERTY_SEED`
 * with another number looks elsewhere; a counterexample becomes an example of its test.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
