import type { Language } from '@glasshouse/api/constants';
import { readParameter } from '../authority/read-parameter.ts';
import type { Pool } from '../platform/postgres.ts';

export interface Widget {
  /** Scheme, host and port: all that the page of support may then frame. */
  readonly origin: string;
  address(language: Language): string;
}

/** The chat of somebody else that stands in for this one; undefined where none is configured. */
export async function widgetOf(pool: Pool): Promise<Widget | undefined> {
  const template = await readParameter(pool, 'support.widget');
  if (template === '') return undefined;
  const address = (language: Language): string => template.replaceAll('{language}', language);
  return { origin: new URL(address('en')).origin, address };
}
