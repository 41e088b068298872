import { existsSync } from 'node:fs';

/**
 * Where the library keeps an exchange: with WebSockets where it has them, else with requests alone.
 * Nothing is loaded by asking.
 */
export function exchangeModules(name: string): readonly URL[] {
  const root = import.meta.resolve('ccxt');
  return [`./src/pro/${name}.js`, `./src/${name}.js`]
    .map((path) => new URL(path, root))
    .filter((url) => existsSync(url));
}

/** Whether ccxt has an exchange of this name. */
export const isKnownExchange = (name: string): boolean => 0 < exchangeModules(name).length;
