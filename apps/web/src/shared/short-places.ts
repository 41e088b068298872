/** Counted in cents by those who use them; of everything else a small part may be worth something. */
const IN_CENTS = new Set(['USD', 'USDT']);

/** Decimals of a balance at a glance. What does not fit is cut, never rounded up: nobody is shown money that is not there. */
export const shortPlaces = (asset: string): { readonly min: number; readonly max: number } =>
  IN_CENTS.has(asset) ? { min: 2, max: 2 } : { min: 0, max: 8 };

/** Whether that leaves anything of the amount out. */
export const isCut = (value: string, asset: string): boolean =>
  shortPlaces(asset).max < (value.split('.')[1]?.replace(/0+$/, '').length ?? 0);
