/** `numeric(38,8)` text to units of 10⁻⁸. */
export function unitsOfNumeric(text: string): bigint {
  const match = /^(-?)(\d+)\.(\d{8})$/.exec(text);
  if (match === null) throw new Error(`not numeric(38,8): ${text}`);
  const units = BigInt(`${match[2]}${match[3]}`);
  return match[1] === '-' ? -units : units;
}

export const accountName = (row: { owner: number; book: string; asset: string; kind: string }): string =>
  `${row.owner === 0 ? 'house' : `u${row.owner}`}/${row.book}/${row.asset}/${row.kind}`;
