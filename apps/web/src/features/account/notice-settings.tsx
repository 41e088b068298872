import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Card, type Column, Section, Stack, Switch, Table } from '@glasshouse/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { subscribeBrowser, unsubscribeBrowser, usePushAddress } from './push-browser.ts';

type Settings = ResultOf<'getNotices'>;
type Kind = Settings['kinds'][number];

const SKELETON_ROWS = 8;

/** By mail or push, for each kind of notification; and push in this browser, on or off. */
export function NoticeSettings() {
  const t = useT();
  const client = useQueryClient();
  const queryKey = privateKey('noticeSettings', useBook());
  const query = useQuery({ queryKey, queryFn: ({ signal }) => fetchResult('getNotices', { signal }) });
  const found = loadable(query);
  const [failure, setFailure] = useState<Failure>();
  const choose = async ({ kind, mail, push }: Kind) => {
    const answer = await call('setNotice', { body: { kind, mail, push } });
    setFailure(answer.ok ? undefined : answer.failure);
    await client.invalidateQueries({ queryKey });
  };
  const settings = found.state === 'ready' ? found.value : undefined;
  const columns = useColumns((kind) => void choose(kind), settings?.hasEmail ?? false);
  return (
    <Section id="how" title={t('notices:how.title')} note={t('notices:how.text')}>
      {found.state === 'error' ? (
        <FailureNote failure={found.failure} retry={found.retry} />
      ) : (
        <Stack gap={3}>
          {failure && <FailureNote failure={failure} />}
          <Card flush>
            <Table
              keepTable
              caption={t('notices:how.title')}
              columns={columns}
              rows={settings?.kinds ?? []}
              rowKey={({ kind }) => kind}
              skeletonRows={settings === undefined ? SKELETON_ROWS : 0}
            />
          </Card>
          {settings?.hasEmail === false && <p>{t('notices:how.noEmail')}</p>}
          {settings !== undefined && (
            <ThisBrowser settings={settings} onChange={() => void client.invalidateQueries({ queryKey })} />
          )}
        </Stack>
      )}
    </Section>
  );
}

function useColumns(choose: (kind: Kind) => void, hasEmail: boolean): Column<Kind>[] {
  const t = useT();
  return [
    { id: 'kind', header: t('notices:how.kind'), lead: true, cell: ({ kind }) => t(`notices:group.${kind}`) },
    {
      id: 'mail',
      header: t('notices:how.mail'),
      align: 'end',
      cell: (kind) =>
        kind.mailedAnyway ? (
          t('notices:how.always')
        ) : (
          <Switch
            spread
            label={<span className="visually-hidden">{t('notices:how.mail')}</span>}
            checked={kind.mail}
            disabled={!hasEmail}
            onChange={(mail) => choose({ ...kind, mail })}
          />
        ),
    },
    {
      id: 'push',
      header: t('notices:how.push'),
      align: 'end',
      cell: (kind) => (
        <Switch
          spread
          label={<span className="visually-hidden">{t('notices:how.push')}</span>}
          checked={kind.push}
          onChange={(push) => choose({ ...kind, push })}
        />
      ),
    },
  ];
}

function ThisBrowser({ settings, onChange }: { settings: Settings; onChange: () => void }) {
  const t = useT();
  const { address, refresh } = usePushAddress();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Failure | 'denied'>();
  if (address === 'unsupported') return null;
  const isOn = address !== undefined && settings.browsers.includes(address);
  const change = async () => {
    setBusy(true);
    setProblem(isOn ? await unsubscribeBrowser() : await subscribeBrowser(settings.pushKey));
    setBusy(false);
    refresh();
    onChange();
  };
  return (
    <Stack gap={3} align="start">
      <Button loading={busy} onClick={() => void change()}>
        {t(isOn ? 'notices:how.off' : 'notices:how.on')}
      </Button>
      {problem === 'denied' && <p role="alert">{t('notices:how.denied')}</p>}
      {problem !== undefined && problem !== 'denied' && <FailureNote failure={problem} />}
    </Stack>
  );
}
