import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { Dialog } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { LinesTable } from '../../parts/statement/lines-table.tsx';

/** The ledger lines of one conversion. */
export function LinesDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT();
  const book = useBook();
  const query = useQuery({
    queryKey: privateKey('statement', book, 'ref', id),
    queryFn: async ({ signal }) => (await fetchResult('listStatement', { query: { ref: String(id) }, signal })).items,
  });
  const list = loadable(query);
  return (
    <Dialog
      open
      onClose={onClose}
      width="l"
      title={t('convert:linesTitle', { id })}
      closeLabel={t('common:action.close')}
    >
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <LinesTable lines={list.state === 'ready' ? list.value : undefined} />
      )}
    </Dialog>
  );
}
