import { useCallback, useEffect, useRef, useState } from 'react';

/** Why there is no picture; each has its own words, because each is mended differently. */
export type CameraProblem = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed';

export type CameraState =
  | { readonly state: 'starting' }
  | { readonly state: 'live'; readonly mirrored: boolean }
  | { readonly state: 'problem'; readonly problem: CameraProblem };

export type Facing = 'environment' | 'user';

/** Full HD: the small print of an identity card needs about that. */
const WIDTH = 1920;
const HEIGHT = 1080;

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export const problemOf = (error: unknown): CameraProblem =>
  PROBLEMS[(error as { name?: string } | undefined)?.name ?? ''] ?? 'failed';

/** The camera while mounted: one stream at a time, stopped as soon as it is not shown. */
export function useCamera(first: Facing) {
  const video = useRef<HTMLVideoElement>(null);
  const [facing, setFacing] = useState(first);
  const [round, setRound] = useState(0);
  const [camera, setCamera] = useState<CameraState>({ state: 'starting' });
  const [several, setSeveral] = useState(false);
  /** A desktop's cameras face no way, so switching takes the next of the list. */
  const device = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts the camera again.
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const start = async () => {
      setCamera({ state: 'starting' });
      if (navigator.mediaDevices?.getUserMedia === undefined) {
        setCamera({ state: 'problem', problem: window.isSecureContext ? 'missing' : 'insecure' });
        return;
      }
      try {
        const which = device.current === undefined ? { facingMode: facing } : { deviceId: { exact: device.current } };
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { ...which, width: { ideal: WIDTH }, height: { ideal: HEIGHT } },
        });
        if (isOver) return stop(stream);
        const track = stream.getVideoTracks()[0];
        track?.addEventListener('ended', () => setCamera({ state: 'problem', problem: 'busy' }));
        const element = video.current;
        if (element === null) return stop(stream);
        element.srcObject = stream;
        await element.play();
        if (isOver) return;
        const settings = track?.getSettings();
        setCamera({ state: 'live', mirrored: settings?.facingMode !== 'environment' && facing === 'user' });
        const inputs = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
        setSeveral(1 < inputs.length);
      } catch (error) {
        if (!isOver) setCamera({ state: 'problem', problem: problemOf(error) });
      }
    };
    void start();
    return () => {
      isOver = true;
      stop(stream);
    };
  }, [facing, round]);

  const change = useCallback(async () => {
    const current = (video.current?.srcObject as MediaStream | null)?.getVideoTracks()[0]?.getSettings();
    const inputs = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
    if (current?.facingMode === undefined) {
      const index = inputs.findIndex(({ deviceId }) => deviceId === current?.deviceId);
      device.current = inputs[(index + 1) % inputs.length]?.deviceId;
      setRound((known) => known + 1);
    } else setFacing((known) => (known === 'user' ? 'environment' : 'user'));
  }, []);

  return {
    video,
    camera,
    /** Undefined with a single camera. */
    change: several ? change : undefined,
    retry: () => setRound((known) => known + 1),
  };
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
