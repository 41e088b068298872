import { useQuery } from '@tanstack/react-query';
import { loadable } from '../../api/loadable.ts';
import { fetchResult } from '../../api/queries.ts';
import { useTranslator } from '../../i18n/language.ts';

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
