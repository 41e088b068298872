import { randomUUID } from 'node:crypto';
import type { ViewKind } from '../authority/rows.ts';
import type { CoreBus } from '../kernel/core/bus.ts';
import { type CallAnswer, refuse } from '../platform/call.ts';
import type { OperatorContext } from '../platform/operator-call.ts';

/** The pages of one thing are one look at it. */
const SAME_LOOK_MS = 10 * 60_000;
/** Looks that are remembered; a forgotten one is recorded again. */
const LOOKS_MAX = 10_000;

/** Records that somebody looks at a person's data, before they see it. */
export interface Looks {
  /** Undefined: recorded, or part of a look that was. A refusal otherwise: nothing may be shown. */
  record(
    context: OperatorContext,
    view: { readonly userId: number; readonly kind: ViewKind; readonly subject: string },
  ): Promise<CallAnswer<never> | undefined>;
}

export function createLooks({ bus, now }: { readonly bus: CoreBus; readonly now: () => number }): Looks {
  const known = new Map<string, number>();
  return {
    async record(context, { userId, kind, subject }) {
      const by = context.stamp();
      const look = `${by.operator}/${by.session}/${userId}/${kind}/${subject}`;
      const at = known.get(look);
      if (at !== undefined && now() < at + SAME_LOOK_MS) return undefined;
      const id = `op${by.operator}:view:${randomUUID()}`;
      const body = { by, kind, subject };
      const answer = await bus.submit({ id, userId, book: 'real', type: 'view.record', body });
      if (answer.code !== 200) return refuse(answer.code);
      if (LOOKS_MAX <= known.size) known.clear();
      known.set(look, now());
      return undefined;
    },
  };
}
