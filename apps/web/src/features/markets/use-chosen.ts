import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** The market shown beside the list, stored in the URL so that reloading and sharing keep it. */
export function useChosen(fallback: string | undefined) {
  const chosen = new URLSearchParams(useSearch()).get('code') ?? undefined;
  return {
    code: chosen ?? fallback,
    choose: (code: string) => navigate(`/market?code=${encodeURIComponent(code)}`, { replace: true }),
  };
}
