/** Decimal places of an amount in the ledger. */
export const AMOUNT_DECIMALS = 8;

/** Exact: decimal texts are subtracted as whole numbers of their smallest place. */
export function difference(left: string, right: string): string {
  const places = Math.max(...[left, right].map((text) => text.split('.')[1]?.length ?? 0));
  const scaled = (text: string): bigint => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  };
  const result = scaled(left) - scaled(right);
  const digits = String(result < 0n ? -result : result).padStart(places + 1, '0');
  const cut = digits.length - places;
  return `${result < 0n ? '-' : ''}${digits.slice(0, cut)}${places === 0 ? '' : `.${digits.slice(cut)}`}`;
}
