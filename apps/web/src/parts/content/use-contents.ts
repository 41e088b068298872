import { loadable } from '@glasshouse/app/failures/loadable';
import { useTranslator } from '@glasshouse/app/language/language';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';

const FRESH_MS = 60_000;

/** What the operator has written, in the language in use. */
export function useContents(kind: 'document' | 'faq' | 'notice') {
  const { language } = useTranslator();
  const query = useQuery({
    queryKey: ['contents', kind, language],
    queryFn: ({ signal }) => fetchResult('listContents', { params: { lang: language }, query: { kind }, signal }),
    staleTime: FRESH_MS,
  });
  return loadable(query);
}
