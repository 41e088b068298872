/** To the second and with the same width in every language, for dense lists. */
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export const clockTime = (at: number): string => CLOCK.format(at);
