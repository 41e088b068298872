import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** The market beside the list, kept in the address so that reloading and sharing show the same one. */
export function useChosen(fallback: string | undefined) {
  const chosen = new URLSearchParams(useSearch()).get('code') ?? undefined;
  return {
    code: chosen ?? fallback,
    choose: (code: string) => navigate(`/market?code=${encodeURIComponent(code)}`, { replace: true }),
  };
}
