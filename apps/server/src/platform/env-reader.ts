import { withoutCredentials } from './credentials.ts';

/** Settings that hold a secret, in whatever form a mistake gives them: never shown. */
const SECRET_NAME = /KEY|SECRET|TOKEN|PASSWORD|DATABASE_URL|SMTP_URL|_RPC/;

/** Reads settings from an environment and collects every problem. */
export class EnvReader {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #problems: string[] = [];

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** One sentence each, for the person who starts the server. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Undefined when it is missing or blank. */
  text(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) this.reject(name, `one of ${values.join(', ')}`);
    return found ?? fallback;
  }

  /** Protocols with their colon: `https:`. */
  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed !== undefined && protocols.includes(parsed.protocol)) return value;
    this.reject(name, `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return undefined;
  }

  /** A whole number. */
  count(name: string, { min, max, fallback }: { min: number; max: number; fallback: number }): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (min <= value && value <= max) return value;
    this.reject(name, `a whole number from ${min} to ${max}`);
    return fallback;
  }

  reject(name: string, expected: string): void {
    const value = SECRET_NAME.test(name) ? '' : `=${JSON.stringify(withoutCredentials(this.#env[name] ?? ''))}`;
    this.report(`${name}${value} is wrong: expected ${expected}.`);
  }

  report(problem: string): void {
    this.#problems.push(problem);
  }
}

export const withoutTrailingSlashes = (url: string): string => url.replace(/\/+$/, '');
