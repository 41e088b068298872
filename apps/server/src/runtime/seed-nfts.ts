import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CommandInput, CoreState } from '../kernel/core/types.ts';
import type { Profile } from '../platform/profile.ts';
import type { SampleBody } from '../products/nfts/sample.ts';
import { samplePicture } from '../products/nfts/sample-pictures.ts';
import { nftsOf } from '../products/nfts/slice.ts';

interface Sample {
  readonly charity: NonNullable<SampleBody['charity']>;
  readonly works: readonly Omit<NonNullable<SampleBody['work']>, 'imageSha256'>[];
}

const SAMPLE = new URL('../../assets/nfts/sample.json', import.meta.url);

/**
 * A sandbox begins with a charity that says that it is a sample, and works on sale: nobody else
 * would write any before the product can be seen. Any other profile begins with nothing.
 */
export function seedNfts(state: CoreState, profile: Profile): CommandInput[] {
  if (profile !== 'sandbox' || 0 < nftsOf(state).charities.size) return [];
  const { charity, works } = JSON.parse(readFileSync(SAMPLE, 'utf8')) as Sample;
  const command = (name: string, body: SampleBody): CommandInput<SampleBody> => ({
    id: `nfts.sample:${name}`,
    userId: 0,
    book: 'real',
    type: 'nfts.sample',
    body,
  });
  const digestOf = (image: string): string =>
    createHash('sha256')
      .update(readFileSync(samplePicture(image)))
      .digest('hex');
  return [
    command('charity', { charity, work: null }),
    ...works.map((work) =>
      command(work.image, { charity: null, work: { ...work, imageSha256: digestOf(work.image) } }),
    ),
  ];
}
