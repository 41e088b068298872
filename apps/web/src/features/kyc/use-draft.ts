import { useBook } from '@glasshouse/app/session/session';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { draftOf, type KycStatus, type KycValues, type Level, type Part } from './kyc-values.ts';

/** After a pause in typing; leaving the page saves at once. */
const SAVE_AFTER_MS = 1200;

export type DraftState = 'none' | 'saving' | 'saved' | 'failed';

/**
 * Keeps an unfinished form on the server, sealed there: a reload, another device or an ended
 * session loses nothing, and nothing personal lies in this browser.
 */
export function useDraft(level: Level, parts: readonly Part[], values: KycValues) {
  const client = useQueryClient();
  const book = useBook();
  const [state, setState] = useState<DraftState>('none');
  const form = JSON.stringify(draftOf(parts, values));
  const saved = useRef(form);
  const latest = useRef(form);
  latest.current = form;

  const save = useCallback(async () => {
    const text = latest.current;
    if (text === saved.current) return;
    setState('saving');
    const draft = JSON.parse(text);
    const answer = await call('saveKycDraft', { body: { level, form: draft } });
    if (!answer.ok) return setState('failed');
    saved.current = text;
    setState('saved');
    // Coming back to the form within this visit reads the cache.
    const at = new Date();
    client.setQueryData<KycStatus>(
      privateKey('kyc', book),
      (known) =>
        known && {
          ...known,
          [level]: { ...known[level], draft: { form: draft, savedAt: at.toISOString(), expiresAt: at.toISOString() } },
        },
    );
  }, [level, client, book]);

  useEffect(() => {
    if (form === saved.current) return;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [form, save]);
  useEffect(() => {
    const leave = () => void save();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [save]);
  return {
    state,
    /** Nothing is left to keep: the form was submitted. */
    forget: () => {
      saved.current = latest.current;
    },
  };
}
