/** Texts of a verified purchase or certificate, by what this browser found. */
export const EVIDENCE_WORDS = {
  proved: 'nfts:proved',
  strange: 'trade:receipt.keyChanged',
  broken: 'nfts:notProved',
} as const;
