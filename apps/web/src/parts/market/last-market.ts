import { readStored, writeStored } from '@glasshouse/app/session/storage';

const KEY = 'lastMarket';

/** The market whose page was open last. */
export interface LastMarket {
  readonly code: string;
  readonly name: string;
}

export const rememberMarket = ({ code, name }: LastMarket): void => writeStored(KEY, `${code} ${name}`);

/** Undefined for somebody who has not been on one. */
export function lastMarket(): LastMarket | undefined {
  const [code = '', ...name] = (readStored(KEY) ?? '').split(' ');
  return code === '' || name.length === 0 ? undefined : { code, name: name.join(' ') };
}
