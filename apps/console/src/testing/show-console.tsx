import { permissionsOf } from '@glasshouse/api/operator/permissions';
import { type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach } from 'vitest';
import { Router } from 'wouter';
import { loadCallTable } from '../api/client.ts';
import { setSession } from '../api/session-cell.ts';
import { StepUpDialog } from '../app/step-up-dialog.tsx';
import type { OperatorSession } from '../session/session.ts';

/** An owner who is signed in; tests narrow the permissions. */
export const OWNER: OperatorSession = {
  operator: { id: 1, name: 'olga', roles: ['owner'] },
  permissions: permissionsOf(['owner']),
  stage: 'ready',
  factors: ['totp'],
  csrf: 'csrf-of-olga',
  stepUpUntil: null,
  expiresAt: '2026-11-30T13:00:00.000Z',
};

interface ShownInConsole extends Pick<RenderOptions, 'language' | 'path'> {
  readonly namespaces?: RenderOptions['namespaces'];
  /** Null: nobody is signed in. Left out, the owner. */
  readonly session?: OperatorSession | null;
}

afterEach(() => act(() => setSession(undefined)));

/** Shows a component as a page of the console, with the question for a second factor above it. */
export async function showConsole(element: ReactNode, options: ShownInConsole = {}) {
  const { session = OWNER, namespaces = [], path = '/operator/', ...rest } = options;
  setSession(session ?? undefined);
  await loadCallTable();
  return show(
    <Router base="/operator">
      {element}
      <StepUpDialog />
    </Router>,
    { ...rest, path, namespaces: ['console', 'errors', ...namespaces] },
  );
}
