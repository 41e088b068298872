const PRECISION_MAX = 18;

/** Points as decimal text: 6412345 with 2 decimals is 64123.45. Undefined for what is no price. */
export function pointsText(
  points: string | null | undefined,
  precision: string | null | undefined,
): string | undefined {
  if (points == null || precision == null) return undefined;
  if (!/^\d{1,30}$/.test(points) || !/^\d{1,2}$/.test(precision)) return undefined;
  const places = Number(precision);
  if (PRECISION_MAX < places) return undefined;
  if (places === 0) return points;
  const digits = points.padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
