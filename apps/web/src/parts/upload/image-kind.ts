/** What an image file is, by its first bytes; its name and its declared type prove nothing. */
export type ImageKind = 'jpeg' | 'png' | 'jpeg2000';

const SIGNATURES: readonly (readonly [ImageKind, readonly number[]])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  // The box format (.jp2), then a bare code stream (.j2k).
  ['jpeg2000', [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20]],
  ['jpeg2000', [0xff, 0x4f, 0xff, 0x51]],
];
export const SIGNATURE_BYTES = 12;

export const imageKind = (start: Uint8Array): ImageKind | undefined =>
  SIGNATURES.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte))?.[0];

/** For the file dialog. Browsers know no common type of JPEG 2000, so its endings are listed. */
export const ACCEPTED_FILES = 'image/jpeg,image/png,image/jp2,.jp2,.j2k,.jpf,.jpx';
