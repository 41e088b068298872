import { useQueryClient } from '@tanstack/react-query';

/** Fetches again what a change of the protection touched: nearly everything on the page. */
export function useRefreshed(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['private'] });
}
