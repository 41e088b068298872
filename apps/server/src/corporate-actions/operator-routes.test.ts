/** A file of corporate actions: each row is a request that a second person decides. */
import { code } from '@glasshouse/api/codes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OperatorStamp } from '../authority/stamp.ts';
import { accepted, CoreFixture } from '../kernel/testing/core-fixture.ts';
import { anInstrument } from '../market-data/tape/testing/instruments.ts';
import type { OperatorHandlers } from '../platform/operator-call.ts';
import { CALENDAR_COLUMNS } from './calendar-file.ts';
import { operatorCalendarCalls } from './operator-routes.ts';
import type { CorporateAction } from './rows.ts';

class CalendarFixture extends CoreFixture {
  get actions(): CorporateAction[] {
    return this.rows<CorporateAction>('corporate_actions');
  }

  async operator(name: string): Promise<OperatorStamp> {
    const body = { name, roles: ['owner'] };
    const added = await this.harness.sequencer.submit({
      id: `op:${name}`,
      userId: 0,
      book: 'real',
      type: 'operator.add',
      body,
    });
    const { operator } = accepted<{ operator: number }>(added);
    const own = (what: string) => `${what} of ${name}`;
    return { operator, session: operator * 10, device: own('device'), credential: own('key'), address: '::1' };
  }
}

let fixture: CalendarFixture;
let calls: OperatorHandlers;
let [first, second]: OperatorStamp[] = [];
beforeEach(async () => {
  fixture = new CalendarFixture();
  await fixture.harness.start();
  fixture.harness.now = Date.UTC(2026, 10, 28, 12);
  [first, second] = [await fixture.operator('first'), await fixture.operator('second')];
  const { sequencer } = fixture.harness;
  calls = operatorCalendarCalls({
    pool: undefined as never,
    bus: { submit: (input: never) => sequencer.submit(input) } as never,
    instruments: ['NVDA', 'AAPL', 'GC'].map((name) => anInstrument(name)),
    now: () => fixture.harness.now,
  });
});
afterEach(() => fixture.harness.sequencer.stop());

const send = (rows: readonly string[], key = 'key', header = CALENDAR_COLUMNS.join(',')) =>
  calls.scheduleCorporateActionFile!(
    { body: { file: [header, ...rows].join('\n'), reason: 'of the exchange' }, params: {}, query: {} } as never,
    { stamp: () => first, commandId: `op${first!.operator}:${key}` } as never,
  );

const ROWS = [
  'NVDA,split,10,1,,,2026-12-03T05:00:00Z,https://example.com/nvda',
  'AAPL,dividend,,,zero,,2026-12-03T05:00:00Z,https://example.com/aapl',
  'NOSUCH,split,10,1,,,2026-12-03T05:00:00Z,https://example.com/x',
  'GC,roll,,,,,2026-12-04T22:00:00Z,https://example.com/gc',
];

test('good rows wait for a second person, and bad ones are named with their field', async () => {
  const answer = await send(ROWS);
  expect(answer).toMatchObject({
    ok: true,
    result: {
      rows: [
        { line: 2, code: 'NVDA', request: expect.any(Number), refusal: null, field: null },
        { line: 3, code: 'AAPL', request: null, refusal: code.wrongFormat, field: 'amount' },
        { line: 4, code: 'NOSUCH', request: null, refusal: code.nothingFound, field: 'code' },
        { line: 5, code: 'GC', request: null, refusal: code.fieldRequired, field: 'symbol' },
      ],
    },
  });
  expect(fixture.actions).toEqual([]);
  const [{ request }] = (answer as unknown as { result: { rows: [{ request: number }] } }).result.rows;
  const decide = (by: OperatorStamp, id: string) =>
    fixture.harness.sequencer.submit({
      id,
      userId: 0,
      book: 'real',
      type: 'request.decide',
      body: { by, reason: 'agreed', request, verdict: 'approve' } as never,
    });
  expect((await decide(first!, 'op:own')).code).toBe(code.ownRequest);
  expect(fixture.actions).toEqual([]);
  accepted(await decide(second!, 'op:other'));
  expect(fixture.actions).toMatchObject([{ code: 'NVDA', kind: 'split', numerator: 10, origin: 'operators' }]);
});

test('a file that is sent again asks for nothing twice', async () => {
  expect(await send(ROWS)).toEqual(await send(ROWS));
  expect(fixture.rows('operator_requests')).toHaveLength(1);
});

test.each([
  ['another header', [ROWS[0]!], 'code;kind', code.wrongFormat],
  ['no rows', [], undefined, code.outOfRange],
])('a file with %s is refused whole', async (_what, rows, header, refusal) => {
  expect(await send(rows, 'key', header)).toMatchObject({ ok: false, code: refusal });
});
