import { expect, test } from 'vitest';
import { addressGroups, COLOURS } from './address-groups.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const coloursOf = (address: string) => addressGroups(address).map(({ colour }) => colour);

test('the groups are the address, four characters each, and neighbours differ in colour', () => {
  const groups = addressGroups(ADDRESS);
  expect(groups.map(({ text }) => text).join('')).toBe(ADDRESS);
  expect(groups.slice(0, -1).every(({ text }) => text.length === 4)).toBe(true);
  for (const [index, { colour }] of groups.entries()) {
    expect(colour).toBeGreaterThanOrEqual(0);
    expect(colour).toBeLessThan(COLOURS);
    expect(colour).not.toBe(groups[index + 1]?.colour);
  }
});

test('one wrong character anywhere colours the address differently from its first group on', () => {
  const right = coloursOf(ADDRESS);
  for (let index = 2; index < ADDRESS.length; index += 1) {
    const wrong = coloursOf(`${ADDRESS.slice(0, index)}7${ADDRESS.slice(index + 1)}`);
    if (ADDRESS[index] === '7') continue;
    const changed = wrong.filter((colour, at) => colour !== right[at]).length;
    expect(changed, `character ${index}`).toBeGreaterThan(3);
  }
});

test('no address has no groups', () => {
  expect(addressGroups('')).toEqual([]);
});
