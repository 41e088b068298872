import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Select } from '@glasshouse/ui';
import { useMemo } from 'react';
import { hasCases } from '../../live/counts.ts';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { useActionWords } from '../../parts/records/action-words.ts';
import { CASE_KINDS, type CaseKey, type CaseKind } from '../../queue/cases.ts';
import { QueueView } from '../../queue/queue-page.tsx';
import { useMay } from '../../session/session.ts';
import { CaseLine } from './case-line.tsx';
import styles from './cases-page.module.css';
import { CASE_SOURCES } from './sources.ts';
import { useCases } from './use-cases.ts';

const ALL = 'all';
const KEY = /^([a-z]+)-(\d{1,15})$/;

const kindOf = (name: string | undefined): CaseKind | undefined => CASE_KINDS.find((kind) => kind === name);

function keyOf(text: string): CaseKey | undefined {
  const [, name, id] = KEY.exec(text) ?? [];
  const kind = kindOf(name);
  return kind === undefined ? undefined : `${kind}-${Number(id)}`;
}

function targetOf(key: CaseKey) {
  const [kind, id] = key.split('-');
  const source = CASE_SOURCES.find((known) => known.kind === kind);
  if (source === undefined) throw new Error(`no source of ${key}`);
  return { source, queue: source.queue, id: Number(id) };
}

/** One list of everything that waits for this operator, first due first, with one case open. */
export function CasesPage() {
  const t = useT();
  const format = useFormat();
  const { nameOf, detailOf } = useActionWords();
  const may = useMay();
  const [url, setUrl] = useUrlState();
  const own = CASE_SOURCES.filter(({ queue }) => hasCases(queue, may));
  const chosen = own.find(({ kind }) => kind === url.kind)?.kind;
  const scope = own.map(({ kind }) => kind).join(' ');
  const sources = useMemo(
    () => CASE_SOURCES.filter(({ kind }) => scope.split(' ').includes(kind) && (chosen ?? kind) === kind),
    [scope, chosen],
  );
  const list = useCases(sources);
  const waiting = list.places.filter(({ isGone }) => !isGone).length;
  // With more pages to come, the number of what was read would be taken for all of it.
  const count = list.isLoading || list.more !== undefined ? undefined : waiting;
  const words = { t, format, nameOf, detailOf };
  return (
    <QueueView
      title={t('console:page.queue')}
      titleNote={count !== undefined && 0 < count && <span className={styles.count}>{format.number(count)}</span>}
      list={list}
      opensFirst
      filters={
        1 < own.length && (
          <Select
            hideLabel
            className={styles.kinds}
            label={t('console:cases.kind')}
            value={chosen ?? ALL}
            options={[
              { value: ALL, label: t('console:cases.all') },
              ...own.map(({ kind }) => ({ value: kind, label: t(`console:cases.of.${kind}`) })),
            ]}
            onChange={(next) => setUrl({ kind: kindOf(next), item: undefined })}
          />
        )
      }
      empty={t('console:cases.empty')}
      emptyText={t('console:cases.emptyText')}
      keyOf={keyOf}
      targetOf={targetOf}
      draw={(row) => <CaseLine row={row} text={row.text(words)} />}
      detail={(key: CaseKey) => {
        const { source, id } = targetOf(key);
        return <source.Item id={id} />;
      }}
    />
  );
}
