/** Compares decimal texts exactly as -1, 0 or 1: receipt prices never become floats. */
export function compareDecimals(left: string, right: string): -1 | 0 | 1 {
  const places = Math.max(...[left, right].map((text) => (text.split('.')[1] ?? '').length));
  const whole = (text: string): bigint => {
    const [integer = '', fraction = ''] = text.split('.');
    return BigInt(integer + fraction.padEnd(places, '0'));
  };
  const difference = whole(left) - whole(right);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}
