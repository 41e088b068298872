import { countOf, type Json } from './document.ts';

/**
 * How long after an acceptance the first price that decides may be at the earliest, by the terms: a
 * live source is known sooner elsewhere.
 */
export const leadIn = ({ leadMs }: Json): number => (leadMs === undefined ? 0 : countOf(leadMs, 'a lead'));

/** As an order shows it: without one, nothing. */
export const leadShown = (terms: Json): Json => (leadIn(terms) === 0 ? {} : { leadMs: leadIn(terms) });
