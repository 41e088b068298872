import { type RefObject, useEffect, useState } from 'react';

/** Native full screen, or covering the window where it is not available (iPhone). */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);

  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [element]);

  useEffect(() => {
    if (!full || document.fullscreenElement !== null) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setFull(false);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [full]);

  const toggle = () => {
    const target = element.current;
    if (target === null) return;
    if (document.fullscreenElement === target) void document.exitFullscreen();
    else if (full) setFull(false);
    else if (document.fullscreenEnabled) target.requestFullscreen().catch(() => setFull(true));
    else setFull(true);
  };
  return { full, toggle };
}
