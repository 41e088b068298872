/**
 * The least that may be set: a month in which anybody can dispute an order with every tick of the
 * market at hand, and far more than the longest option and the silences that may void it (two
 * days), or than an entry names ticks of the past (four).
 */
export const TAPE_DAYS_MIN = 35;
