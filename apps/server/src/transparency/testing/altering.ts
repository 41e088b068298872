/** Changes receipts as somebody would who wants them to say something else. */
export type Document = Record<string, unknown>;

/** Paths of every value that is no object and no list. */
export function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, [...path, index]));
  return Object.entries(value).flatMap(([name, item]) => leaves(item, [...path, name]));
}

export const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)[name], value);

export function put(document: Document, path: readonly (string | number)[], value: unknown): void {
  const parent = at(document, path.slice(0, -1)) as Record<string | number, unknown>;
  parent[path.at(-1) as string] = value;
}

/** Another value of the same shape, so that only its meaning is wrong. */
export function other(value: unknown, salt: number): unknown {
  if (value === null) return salt % 2 === 0 ? 1 : '1';
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1 + salt;
  const text = String(value);
  const opposites: Record<string, string> = { up: 'down', buy: 'sell', win: 'lose', lose: 'win', demo: 'real' };
  if (text in opposites) return opposites[text];
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(Date.parse(text) + 1 + salt).toISOString();
  const digit = [...text].findLastIndex((letter) => /[0-9]/.test(letter));
  if (digit === -1) return `${text}x`;
  const turned = (Number(text[digit]) + 1 + (salt % 9)) % 10;
  const swapped = `${text.slice(0, digit)}${turned}${text.slice(digit + 1)}`;
  return swapped === text ? `${text}1` : swapped;
}
