import { code } from '@glasshouse/api/codes';
import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { formatPoints } from '@glasshouse/rules/money';
import type { CoreBus } from '../kernel/core/bus.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { answerOf, done, refuse } from '../platform/call.ts';
import type { OperatorContext, OperatorHandlers } from '../platform/operator-call.ts';
import type { Pool } from '../platform/postgres.ts';
import { type CalendarRow, readCalendarFile } from './calendar-file.ts';
import { actionView, readCorporateActions } from './queries.ts';
import type { HeldPrice } from './questions.ts';

export interface OperatorCalendarDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly instruments: readonly Instrument[];
  readonly now: () => number;
}

type FileOutcome = OperatorResultOf<'scheduleCorporateActionFile'>;

const COMMON = { userId: 0, book: 'real' } as const;

export function operatorCalendarCalls({ pool, bus, instruments, now }: OperatorCalendarDeps) {
  const instrumentOf = new Map(instruments.map((instrument) => [instrument.code, instrument]));
  const heldNow = async (): Promise<readonly HeldPrice[]> => {
    const codes = instruments.map((instrument) => instrument.code);
    const answer = await bus.submit({ ...COMMON, id: 'prices.held', type: 'prices.held', body: { codes } });
    return answer.code === 200 ? (answer.result as unknown as readonly HeldPrice[]) : [];
  };
  const propose = async (
    row: CalendarRow,
    { reason, context }: { readonly reason: string; readonly context: OperatorContext },
  ): Promise<Pick<FileOutcome['rows'][number], 'request' | 'refusal' | 'field'>> => {
    if ('wrong' in row) return { request: null, refusal: code.wrongFormat, field: row.wrong };
    if (!instrumentOf.has(row.code)) return { request: null, refusal: code.nothingFound, field: 'code' };
    const answer = await bus.submit({
      ...COMMON,
      // A file that is sent again gets the same answers, row by row.
      id: `${context.commandId}:${row.line}`,
      type: 'corporate.schedule',
      body: { by: context.stamp(), ...row.terms, reason },
    });
    if (answer.code !== 200)
      return { request: null, refusal: answer.code, field: Object.keys(answer.fields ?? {})[0] ?? null };
    return { request: (answer.result as { readonly request: number | null }).request, refusal: null, field: null };
  };
  return {
    async listCalendar() {
      const [actions, held] = await Promise.all([readCorporateActions(pool, now()), heldNow()]);
      return done({
        actions: actions.map((action) => ({ action: actionView(action), origin: action.origin })),
        held: held.map((price) => {
          const instrument = instrumentOf.get(price.code);
          const text = (points: number | null): string | null =>
            points === null || instrument === undefined ? null : formatPoints(points, instrument.precision);
          return {
            code: price.code,
            name: instrument?.name ?? price.code,
            because: price.because,
            price: text(price.points),
            level: price.points,
            last: text(price.last),
            at: price.at === null ? null : new Date(price.at).toISOString(),
          };
        }),
      });
    },
    async scheduleCorporateAction({ body }, context) {
      const { effectiveAt, ...terms } = body;
      if (!instrumentOf.has(body.code)) return refuse(code.nothingFound, 'code');
      return answerOf(
        await bus.submit({
          ...COMMON,
          id: context.commandId,
          type: 'corporate.schedule',
          body: { by: context.stamp(), ...terms, effective_at: Date.parse(effectiveAt) },
        }),
      );
    },
    async scheduleCorporateActionFile({ body: { file, reason } }, context) {
      const read = readCalendarFile(file);
      if ('problem' in read) return refuse(read.problem === 'columns' ? code.wrongFormat : code.outOfRange, 'file');
      const rows: FileOutcome['rows'][number][] = [];
      for (const row of read.rows)
        rows.push({ line: row.line, code: row.code, ...(await propose(row, { reason, context })) });
      return done({ rows });
    },
    async cancelCorporateAction({ body }, context) {
      const input = { ...COMMON, id: context.commandId, type: 'corporate.cancel' };
      return answerOf(await bus.submit({ ...input, body: { by: context.stamp(), ...body } }));
    },
    async releaseHeldPrice({ body: { level, ...body } }, context) {
      const input = { ...COMMON, id: context.commandId, type: 'prices.release' };
      return answerOf(await bus.submit({ ...input, body: { by: context.stamp(), ...body, points: level } }));
    },
  } satisfies OperatorHandlers;
}
