import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import {
  Banner,
  Button,
  Card,
  Dialog,
  EmptyState,
  KeyValue,
  PageHead,
  Section,
  SkeletonBlock,
  Stack,
  toasts,
} from '@glasshouse/ui';
import { Trash2 } from '@glasshouse/ui/icon/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchResult } from '../../api/client.ts';
import { PersonPage } from '../../parts/account/person-page.tsx';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { ImportFile } from './import-file.tsx';
import { ImportedRows } from './imported-rows.tsx';
import styles from './imports.module.css';

type HistoryImport = ResultOf<'listImports'>[number];

/** The name of the algorithm, in every language. */
const DIGEST = 'SHA-256';

/** History that its owner brought from another installation: beside the ledger, and marked so. */
export function ImportsPage() {
  const t = useT();
  const book = useBook();
  const queries = useQueryClient();
  const guest = useSession()?.user.guest === true;
  const [chosen, setChosen] = useState<number>();
  const query = useQuery({
    queryKey: privateKey('imports', book),
    queryFn: ({ signal }) => fetchResult('listImports', { signal }),
    enabled: !guest,
  });
  const list = loadable(query);
  const refresh = () => queries.invalidateQueries({ queryKey: privateKey('imports', book) });
  const imports = list.state === 'ready' ? list.value : [];
  const shown = imports.find(({ id }) => id === chosen) ?? imports[0];
  return (
    <PersonPage>
      <PageHead title={t('account:profile.imports')} note={t('imports:text')} />
      <Stack gap={5}>
        <Banner kind="info">{t('imports:beside')}</Banner>
        {guest ? (
          <Banner
            kind="warning"
            action={<LinkButton href="/profile/info#save">{t('account:guest.submit')}</LinkButton>}
          >
            {t('imports:guest')}
          </Banner>
        ) : (
          <>
            <ImportFile
              onDone={(id) => {
                setChosen(id);
                void refresh();
              }}
            />
            <Section id="list" title={t('imports:list.title')}>
              {list.state === 'loading' && <SkeletonBlock height="1.2rem" />}
              {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
              {list.state === 'ready' && shown === undefined && (
                <Card>
                  <EmptyState compact title={t('imports:list.empty')}>
                    {t('imports:list.emptyText')}
                  </EmptyState>
                </Card>
              )}
              {shown !== undefined && (
                <div className={styles.cards}>
                  {imports.map((item) => (
                    <ImportCard
                      key={item.id}
                      item={item}
                      isShown={item.id === shown.id}
                      onShow={() => setChosen(item.id)}
                      onRemoved={() => void refresh()}
                    />
                  ))}
                </div>
              )}
            </Section>
            {shown !== undefined && <ImportedRows key={shown.id} historyImport={shown} />}
          </>
        )}
      </Stack>
    </PersonPage>
  );
}

interface ImportCardProps {
  readonly item: HistoryImport;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onRemoved: () => void;
}

function ImportCard({ item, isShown, onShow, onRemoved }: ImportCardProps) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <Stack gap={3}>
        <h3 className={styles.name}>
          <bdi>{item.site}</bdi>
        </h3>
        <KeyValue
          dense
          rows={[
            { id: 'user', name: t('imports:list.account'), value: <bdi>{item.user}</bdi> },
            { id: 'exported', name: t('imports:list.exported'), value: format.dateTime(item.exportedAt) },
            { id: 'imported', name: t('imports:list.imported'), value: format.dateTime(item.importedAt) },
            { id: 'rows', name: t('imports:list.rows'), value: format.number(item.rows) },
            ...(item.sha256 === null
              ? []
              : [
                  {
                    id: 'digest',
                    name: <span className={styles.digest}>{DIGEST}</span>,
                    value: <bdi className={styles.raw}>{item.sha256}</bdi>,
                  },
                ]),
          ]}
        />
        <Stack row wrap gap={2}>
          <Button size="s" aria-pressed={isShown} disabled={isShown} onClick={onShow}>
            {t(isShown ? 'imports:list.shown' : 'imports:list.show')}
          </Button>
          <Button size="s" variant="quiet" icon={Trash2} onClick={() => setAsking(true)}>
            {t('imports:list.remove')}
          </Button>
        </Stack>
      </Stack>
      {asking && <RemoveDialog id={item.id} onClose={() => setAsking(false)} onRemoved={onRemoved} />}
    </Card>
  );
}

interface RemoveDialogProps {
  readonly id: number;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveDialog({ id, onClose, onRemoved }: RemoveDialogProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const remove = async () => {
    setBusy(true);
    const answer = await call('removeImport', { body: { id } });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    toasts.show({ title: t('imports:list.removed') });
    onClose();
    onRemoved();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width="s"
      title={t('imports:list.removeTitle')}
      description={t('imports:list.removeText')}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="danger" loading={busy} onClick={() => void remove()}>
            {t('imports:list.remove')}
          </Button>
        </>
      }
    >
      {failure && <FailureNote failure={failure} />}
    </Dialog>
  );
}
