/**
 * A process of its own for decoding what strangers send: a decoder that crashes, hangs or takes all
 * memory takes only this process with it. It has no secrets, no database and no environment.
 */
import { clean, mark } from './encode.ts';
import type { FromImages, ImageAnswer, ImageTask, ToImages } from './work.ts';

const run = (task: ImageTask): Promise<ImageAnswer> => {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  return task.kind === 'clean' ? clean(bytes, task.output) : mark(bytes, task.lines);
};

process.on('message', (message) => {
  const { ticket, task } = message as ToImages;
  void run(task).then((answer) => {
    const reply: FromImages = { ticket, answer };
    process.send?.(reply);
  });
});
process.on('disconnect', () => process.exit(0));
