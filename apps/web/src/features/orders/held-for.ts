/** How long something lasted, in seconds; 0 where it ended within its first one. */
export const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
