import { expect, test, vi } from 'vitest';
import { Random } from '../random.ts';
import { Auditor } from '../reference/auditor.ts';
import { Delays } from '../store/delays.ts';
import { Faults } from '../store/faults.ts';
import { MemoryBacking } from '../store/memory-backing.ts';
import { correctGapEndedAt } from './gaps.ts';
import { Run } from './run.ts';
import { scenarioOf } from './scenario.ts';
import { SIMULATED_MODULES } from './world.ts';

const NO_FAULTS = { flushBefore: 0, flushAfter: 0, flushHang: 0, read: 0, acquire: 0, refusedOneIn: 0 };
const OPEN_BOOK = { id: '1:1', userId: 1, book: 'demo', type: 'books.open', body: { rules: 2 } } as const;

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function started(): Promise<{ run: Run; auditor: Auditor }> {
  const keys = new Map(SIMULATED_MODULES.flatMap(({ tables }) => tables).map(({ table, key }) => [table, key]));
  const auditor = new Auditor({ schedules: new Map(), holds: new Map(), keys });
  const backing = new MemoryBacking({ modules: SIMULATED_MODULES, auditor, mutant: { name: 'none' } });
  const random = new Random(1);
  const delays = new Delays(random);
  delays.immediate = true;
  const run = new Run({
    number: 1,
    inner: backing.open(1),
    modules: SIMULATED_MODULES,
    scenario: scenarioOf(1),
    gapEndedAt: correctGapEndedAt,
    auditor,
    store: { delays, faults: new Faults(random, NO_FAULTS) },
    now: () => 1_700_000_000_000,
    onPublished: () => backing.onPublished(),
    heads: () => backing.heads(),
    history: (after) => backing.history(after),
    mayEndBy: () => false,
    isStale: () => false,
    isMalformed: () => false,
  });
  await turns();
  expect(run.state).toBe('serving');
  auditor.submissions.submitted(OPEN_BOOK);
  return { run, auditor };
}

test('a run that lives publishes what became durable', async () => {
  const { run, auditor } = await started();
  void run.sequencer.submit(OPEN_BOOK);
  await turns();
  auditor.publications.holdUnchecked();
  auditor.publications.checkHeld({ quiet: true });
  expect(auditor.publications.events).toBe(1);
  expect(auditor.findings.list).toEqual([]);
});

test('a run that crashed between the end of a flush and its publication says nothing more', async () => {
  const { run, auditor } = await started();
  const { publications } = auditor;
  const learn = publications.acknowledged.bind(publications);
  vi.spyOn(publications, 'acknowledged').mockImplementation((number, seqs) => {
    learn(number, seqs);
    // As in a world: it crashes, the next one starts, and the auditor closes its books on it.
    void run.crash({ arrives: true });
    publications.ended(number);
    auditor.checkPublishedNow();
  });
  void run.sequencer.submit(OPEN_BOOK);
  await turns();
  expect(publications.acknowledged).toHaveBeenCalledOnce();
  expect(publications.events).toBe(0);
  expect(auditor.findings.list).toEqual([]);
});
