/** To the second and of one width in every language, for lists whose lines follow each other closely. */
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export const clockTime = (at: number): string => CLOCK.format(at);
