const VERSION_AT = 6;
const VARIANT_AT = 8;

/**
 * A random UUID (RFC 9562, version 4). Browsers offer `crypto.randomUUID` to secure pages alone;
 * over plain HTTP it is missing, and whatever calls it there is lost in an error.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[VERSION_AT] = (bytes[VERSION_AT]! & 0x0f) | 0x40;
  bytes[VARIANT_AT] = (bytes[VARIANT_AT]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
