import { fileURLToPath } from 'node:url';

/** Pictures that come with this release, by the names that they have as files. */
export const SAMPLE_PICTURES: readonly string[] = [
  'sample-first-light',
  'sample-rain-on-glass',
  'sample-winter-garden',
];

export const samplePicture = (name: string): string =>
  fileURLToPath(new URL(`../../../assets/nfts/${name}.jpg`, import.meta.url));
