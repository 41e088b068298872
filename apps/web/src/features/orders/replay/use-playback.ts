import { useEffect, useEffectEvent, useState } from 'react';

/** However long the order took. */
const PLAY_MS = 10_000;

export interface Playback {
  /** From 0 to 1. */
  readonly position: number;
  readonly isPlaying: boolean;
  /** It was played, at least in part: at rest a receipt has no slider. */
  readonly wasStarted: boolean;
  readonly toggle: () => void;
  readonly seek: (position: number) => void;
}

/** Opens at its end, which is what a receipt is about; it is played on request. */
export function usePlayback(isReady: boolean): Playback {
  const [position, setPosition] = useState(1);
  const [isPlaying, setPlaying] = useState(false);
  const [wasStarted, setStarted] = useState(false);
  const advance = useEffectEvent((by: number) => {
    const next = Math.min(1, position + by / PLAY_MS);
    setPosition(next);
    if (next === 1) setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying || !isReady) return;
    let last: number | undefined;
    let frame = requestAnimationFrame(function draw(now) {
      if (last !== undefined) advance(now - last);
      last = now;
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, isReady]);
  return {
    position,
    isPlaying,
    wasStarted,
    toggle: () => {
      setStarted(true);
      if (!isPlaying && position === 1) setPosition(0);
      setPlaying(!isPlaying);
    },
    seek: (next) => {
      setPlaying(false);
      setPosition(next);
    },
  };
}
