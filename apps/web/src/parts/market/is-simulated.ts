/** Whether prices of this source are no market's: computed, or set by a test. */
export const isSimulated = (source: string | undefined): boolean => source === 'sim' || source === 'scripted';
