/**
 * What a person writes as the purpose of a transfer, so that it is known whose money it is. The two
 * check digits (ISO 7064, mod 97-10, as in an IBAN) make one wrong digit no other person's.
 */
export function referenceOf(userId: number): string {
  const check = 98n - ((BigInt(userId) * 100n) % 97n);
  return `GH${userId}-${String(check).padStart(2, '0')}`;
}

/** The person behind a reference; undefined when it was mistyped. */
export function userOfReference(text: string): number | undefined {
  const match = /GH\s?(\d{1,15})\s?-?\s?(\d{2})/i.exec(text);
  if (match === null) return undefined;
  const userId = Number(match[1]);
  return referenceOf(userId) === `GH${userId}-${match[2]}` ? userId : undefined;
}
