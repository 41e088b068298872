/**
 * Logs that earlier releases recorded must come to the same answers, rows and balances today. A
 * difference means that somebody's past is no longer what it was: give the change a version of the
 * rules, a field of the terms or a figure instead (`../recordings/README.md`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replay, unpacked } from './recordings/recording.ts';
import { SIMULATED_MODULES } from './workload/world.ts';

const FOLDER = join(import.meta.dirname, '../recordings');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json.gz'));
/** The repository grows by this for each release. */
const BYTES_MAX = 300_000;

test('there is a recording of the release before', () => expect(FILES).toContain('0.1.0.json.gz'));

describe.each(FILES)('%s', (name) => {
  const bytes = readFileSync(join(FOLDER, name));
  const { worlds } = unpacked(bytes);

  test('is small', () => expect(bytes.length).toBeLessThan(BYTES_MAX));

  test.each(worlds)('the world of seed $seed ($focus) comes to what it was', ({ entries, head, root, balances }) => {
    const today = replay(SIMULATED_MODULES, entries);
    expect(today.balances).toEqual(balances);
    expect(today.root).toBe(root);
    expect(today.head).toBe(head);
  });

  test('a changed entry is noticed', () => {
    const [{ entries, head }] = worlds as [(typeof worlds)[number]];
    const changed = entries.with(
      0,
      (entries[0] as string).replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - 1}`),
    );
    expect(replay(SIMULATED_MODULES, changed).head).not.toBe(head);
  });
});
