import { code } from '@glasshouse/api/codes';
import { formatPoints } from '@glasshouse/rules/money';
import type { CoreBus } from '../kernel/bus.ts';
import type { Instrument } from '../market-data/instruments/instrument.ts';
import { answerOf, done, refuse } from '../platform/call.ts';
import type { OperatorHandlers } from '../platform/operator-call.ts';
import type { Pool } from '../platform/postgres.ts';
import { actionView, readCorporateActions } from './queries.ts';
import type { HeldPrice } from './questions.ts';

export interface OperatorCalendarDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly instruments: readonly Instrument[];
  readonly now: () => number;
}

const COMMON = { userId: 0, book: 'real' } as const;

export function operatorCalendarCalls({ pool, bus, instruments, now }: OperatorCalendarDeps): OperatorHandlers {
  const instrumentOf = new Map(instruments.map((instrument) => [instrument.code, instrument]));
  const heldNow = async (): Promise<readonly HeldPrice[]> => {
    const codes = instruments.map((instrument) => instrument.code);
    const answer = await bus.submit({ ...COMMON, id: 'prices.held', type: 'prices.held', body: { codes } });
    return answer.code === 200 ? (answer.result as unknown as readonly HeldPrice[]) : [];
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
    async cancelCorporateAction({ body }, context) {
      const input = { ...COMMON, id: context.commandId, type: 'corporate.cancel' };
      return answerOf(await bus.submit({ ...input, body: { by: context.stamp(), ...body } }));
    },
    async releaseHeldPrice({ body: { level, ...body } }, context) {
      const input = { ...COMMON, id: context.commandId, type: 'prices.release' };
      return answerOf(await bus.submit({ ...input, body: { by: context.stamp(), ...body, points: level } }));
    },
  };
}
