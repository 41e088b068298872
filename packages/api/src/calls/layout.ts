import { defineCall } from '../define-call.ts';
import { nothing, nullable, strict } from '../schemas/common.ts';
import { workspaceLayout } from '../schemas/layout.ts';

/** How the caller arranged the trading workspace; the same in every browser. */
export const layoutCalls = {
  getWorkspaceLayout: defineCall({
    name: 'getWorkspaceLayout',
    method: 'GET',
    path: '/user/getWorkspaceLayout',
    auth: 'user',
    movesMoney: false,
    summary: 'The arrangement of the trading workspace; null before the first change.',
    result: strict({ layout: nullable(workspaceLayout()) }),
    codes: [],
    served: true,
  }),
  saveWorkspaceLayout: defineCall({
    name: 'saveWorkspaceLayout',
    method: 'POST',
    path: '/user/saveWorkspaceLayout',
    auth: 'user',
    movesMoney: false,
    summary: 'Keeps the arrangement of the trading workspace.',
    body: strict({ layout: workspaceLayout() }),
    result: nothing(),
    codes: [],
    served: true,
  }),
};
