/** Characters that an eye takes in at a glance. */
const GROUP = 4;
/** The palette of the figures' series: told apart by hue and legible on every surface. */
export const COLOURS = 6;

export interface AddressGroup {
  readonly text: string;
  /** 0 to 5. */
  readonly colour: number;
}

/**
 * The address in groups of four. The colours are a checksum of all of it: a single different
 * character colours every group anew, so that two addresses that begin and end alike still look
 * different. Neighbours never share a colour.
 */
export function addressGroups(address: string): readonly AddressGroup[] {
  let state = hashOf(address);
  let last = -1;
  const groups: AddressGroup[] = [];
  for (let start = 0; start < address.length; start += GROUP) {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) >>> 0;
    const colour = last === -1 ? state % COLOURS : (last + 1 + (state % (COLOURS - 1))) % COLOURS;
    groups.push({ text: address.slice(start, start + GROUP), colour });
    last = colour;
  }
  return groups;
}

/** FNV-1a, then mixed so that its last bits depend on every character. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
