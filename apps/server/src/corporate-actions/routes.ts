import { type CallHandlers, done } from '../platform/call.ts';
import { actionView, type PublicCalendar } from './queries.ts';

export const corporateActionCalls = ({ calendar }: { readonly calendar: PublicCalendar }) =>
  ({
    listCorporateActions: async ({ query }) => {
      const actions = await calendar.actions();
      return done(actions.filter(({ code }) => query.code === undefined || query.code === code).map(actionView));
    },
  }) satisfies CallHandlers;
