import { useLocation } from 'wouter';

/** A part of the address below `/operator`, counted from 0: `/users/12` has 12 at 1. */
export function usePathPart(at: number): string {
  const [path] = useLocation();
  return decodeURIComponent(path.split('/').filter(Boolean)[at] ?? '');
}
