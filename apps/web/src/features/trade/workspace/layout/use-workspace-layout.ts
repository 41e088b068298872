import { useSession } from '@glasshouse/app/session/session';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call, fetchResult } from '../../../../api/client.ts';
import { DEFAULT_LAYOUT, readLayout, type WorkspaceLayout } from './layout.ts';

const KEY = 'workspaceLayout';
/** A drag of a splitter is one change. */
const SAVE_AFTER_MS = 800;

function stored(): WorkspaceLayout {
  try {
    return readLayout(JSON.parse(readStored(KEY) ?? 'null'));
  } catch {
    return readLayout(undefined);
  }
}

export interface LayoutState {
  readonly layout: WorkspaceLayout;
  readonly change: (next: (layout: WorkspaceLayout) => WorkspaceLayout) => void;
  readonly reset: () => void;
}

/**
 * The arrangement of the workspace: at once from this browser, then as it was saved to the account,
 * unless it was changed meanwhile.
 */
export function useWorkspaceLayout(): LayoutState {
  const session = useSession();
  const user = session?.user.id;
  const [layout, setLayout] = useState(stored);
  const [isChanged, setChanged] = useState(false);
  const [applied, setApplied] = useState<unknown>();
  const queryKey = useMemo(() => ['workspaceLayout', user], [user]);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchResult('getWorkspaceLayout', { signal }),
    enabled: session !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined && data !== applied) {
    setApplied(data);
    if (!isChanged && data.layout !== null) setLayout(data.layout);
  }
  useSave(layout, isChanged && session !== undefined, queryKey);
  useEffect(() => writeStored(KEY, JSON.stringify(layout)), [layout]);
  const change: LayoutState['change'] = (next) => {
    setChanged(true);
    setLayout(next);
  };
  return { layout, change, reset: () => change(() => DEFAULT_LAYOUT) };
}

/** Sends the newest layout once nothing has changed for a moment, or when the page is left. */
function useSave(layout: WorkspaceLayout, isEnabled: boolean, queryKey: readonly unknown[]): void {
  const client = useQueryClient();
  const sent = useRef<WorkspaceLayout>(undefined);
  const unsent = useRef<() => void>(undefined);
  useEffect(() => () => unsent.current?.(), []);
  useEffect(() => {
    if (!isEnabled || sent.current === layout) return;
    const send = () => {
      if (sent.current === layout) return;
      sent.current = layout;
      unsent.current = undefined;
      client.setQueryData(queryKey, { layout });
      // Kept in this browser anyway; the next change tries again.
      void call('saveWorkspaceLayout', { body: { layout } });
    };
    unsent.current = send;
    const timer = setTimeout(send, SAVE_AFTER_MS);
    addEventListener('pagehide', send);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', send);
    };
  }, [layout, isEnabled, client, queryKey]);
}
