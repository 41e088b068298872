import sharp from 'sharp';
import { ImageProcesses } from '../images/image-processes.ts';
import { j2k, jp2, jpeg, png } from './images.ts';
import { Mutations } from './mutations.ts';

export interface FuzzReport {
  readonly accepted: number;
  readonly refused: number;
  /** Processes that the images ended: crashes, time, memory. */
  readonly ended: number;
  /** One sentence each: what was accepted and is not a clean picture. */
  readonly faults: readonly string[];
}

/**
 * Sends mutated images through the processes; what comes out must be a picture and nothing else.
 */
export async function fuzzImages({ seed, files }: { seed: number; files: number }): Promise<FuzzReport> {
  const samples = [
    await jpeg({ orientation: 6 }),
    await jpeg({ progressive: true }),
    await png(),
    await jp2(),
    await j2k(),
  ];
  const mutations = new Mutations(seed);
  const images = new ImageProcesses({ processes: 2, timeoutMs: 20_000 });
  const faults: string[] = [];
  let accepted = 0;
  try {
    const runCase = async (index: number): Promise<void> => {
      const bytes = mutations.mutate(samples);
      const answer = await images.run({ kind: 'clean', bytes, output: 'jpeg' });
      if (!answer.ok) {
        if (answer.refused === 'busy') faults.push(`file ${index} of seed ${seed} was never looked at`);
        return;
      }
      accepted += 1;
      const { format, exif, icc, xmp } = await sharp(Buffer.from(answer.bytes)).metadata();
      const isClean = format === 'jpeg' && exif === undefined && icc === undefined && xmp === undefined;
      if (!isClean) faults.push(`file ${index} of seed ${seed} came out as something else than a clean picture`);
    };
    for (let index = 0; index < files; index += 8) {
      await Promise.all(Array.from({ length: Math.min(8, files - index) }, (_none, next) => runCase(index + next)));
    }
    return { accepted, refused: files - accepted, ended: images.ended, faults };
  } finally {
    await images.stop();
  }
}
