/** Standard base64 (RFC 4648, section 4) with padding, as notes and proofs write it. */

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Undefined unless the text is exactly what `toBase64` writes: a hash has one spelling. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  if (btoa(binary) !== text) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
