import type { Failure } from '@glasshouse/client/failure';
import type { UploadPurpose } from '@glasshouse/client/upload';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../../api/files.ts';
import { type FitProblem, fitImage } from './fit-image.ts';

export type UploadState =
  | { readonly state: 'idle' }
  | { readonly state: 'preparing' }
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'refused'; readonly problem: FitProblem }
  | { readonly state: 'failed'; readonly failure: Failure };

interface UploadSettings {
  readonly purpose: UploadPurpose;
  readonly maxBytes: number;
  readonly onDone: (fileId: string) => void;
}

/** One file at a time: made to fit, sent with its progress, cancelled or tried again. */
export function useUpload({ purpose, maxBytes, onDone }: UploadSettings) {
  const [state, setState] = useState<UploadState>({ state: 'idle' });
  const [preview, setPreview] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  const last = useRef<Blob>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => () => (preview === undefined ? undefined : URL.revokeObjectURL(preview)), [preview]);

  const send = async (chosen: Blob) => {
    sending.current?.abort();
    const aborter = new AbortController();
    sending.current = aborter;
    last.current = chosen;
    setState({ state: 'preparing' });
    const fitted = await fitImage(chosen, maxBytes);
    if (aborter.signal.aborted) return;
    if (!fitted.ok) {
      setPreview(undefined);
      setState({ state: 'refused', problem: fitted.problem });
      return;
    }
    setPreview(URL.createObjectURL(fitted.file));
    setState({ state: 'sending', share: 0 });
    const onProgress = (share: number) => {
      if (!aborter.signal.aborted) setState({ state: 'sending', share });
    };
    const answer = await upload({
      call: 'uploadFile',
      file: fitted.file,
      fields: { purpose },
      signal: aborter.signal,
      onProgress,
    } as const);
    if (aborter.signal.aborted) return;
    if (answer === undefined) return setState({ state: 'idle' });
    if (!answer.ok) return setState({ state: 'failed', failure: answer.failure });
    setState({ state: 'idle' });
    onDone(answer.result.fileId);
  };
  const cancel = () => {
    sending.current?.abort();
    setPreview(undefined);
    setState({ state: 'idle' });
  };
  return {
    state,
    /** Address of the picture as it was sent. */
    preview,
    send: (chosen: Blob) => void send(chosen),
    cancel,
    retry: () => last.current && void send(last.current),
  };
}
