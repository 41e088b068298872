import { ROLES, type Role } from '@glasshouse/api/operator/permissions';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Card, Checkbox, IconButton, Menu, Page, PageHead, Table, TextField } from '@glasshouse/ui';
import { Plus, Settings } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { RoleNames } from '../../parts/people/role-names.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { Invitation } from './invitation.tsx';
import type { Operator } from './operator.ts';
import styles from './operators.module.css';

const NAME = /^[a-z][a-z0-9._-]{2,31}$/;

type Action =
  | { readonly what: 'invite' }
  | { readonly what: 'roles' | 'disable' | 'enable' | 'recover'; readonly operator: Operator };

/** Who works here. Whatever gives somebody power takes two persons. */
export function OperatorsPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const session = useSession();
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const query = useQuery({
    queryKey: ['listOperators'],
    queryFn: ({ signal }) => fetchCall('listOperators', { signal }),
  });
  const make = (action: Action): Decision => {
    const common = { isUndoable: false, stepUp: true, done: t('console:decision.done') } as const;
    const roleFields = <RoleFields roles={roles} onChange={setRoles} />;
    const noRoles = roles.length === 0 ? t('console:operators.pickRole') : undefined;
    if (action.what === 'invite') {
      return {
        ...common,
        kind: 'approve',
        label: t('console:operators.invite'),
        title: t('console:operators.inviteTitle'),
        text: t('console:operators.inviteText'),
        fields: (
          <>
            <TextField
              label={t('console:field.name')}
              hint={t('console:operators.nameHint')}
              dir="ltr"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={32}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {roleFields}
          </>
        ),
        problem: NAME.test(name) ? noRoles : t('console:operators.nameHint'),
        send: ({ reason, idempotencyKey }) =>
          call('inviteOperator', { body: { name, roles: [...roles], reason }, idempotencyKey }),
      };
    }
    const { operator, what } = action;
    const params = { id: operator.id };
    switch (what) {
      case 'roles':
        return {
          ...common,
          kind: 'approve',
          label: t('console:operators.roles'),
          title: t('console:operators.rolesTitle', { name: operator.name }),
          text: t('console:decision.twoPersons'),
          fields: roleFields,
          problem: noRoles,
          send: ({ reason, idempotencyKey }) =>
            call('setOperatorRoles', { params, body: { roles: [...roles], reason }, idempotencyKey }),
        };
      case 'disable':
        return {
          ...common,
          kind: 'reject',
          label: t('console:operators.disable'),
          title: t('console:operators.disableTitle', { name: operator.name }),
          text: t('console:operators.disableText'),
          usual: [t('console:usual.leftCompany'), t('console:usual.lostDevice')],
          send: ({ reason, idempotencyKey }) => call('disableOperator', { params, body: { reason }, idempotencyKey }),
        };
      case 'enable':
        return {
          ...common,
          kind: 'approve',
          label: t('console:operators.enable'),
          title: t('console:operators.enableTitle', { name: operator.name }),
          text: t('console:decision.twoPersons'),
          send: ({ reason, idempotencyKey }) => call('enableOperator', { params, body: { reason }, idempotencyKey }),
        };
      case 'recover':
        return {
          ...common,
          kind: 'approve',
          label: t('console:operators.recover'),
          title: t('console:operators.recoverTitle', { name: operator.name }),
          text: t('console:operators.recoverText'),
          send: ({ reason, idempotencyKey }) => call('recoverOperator', { params, body: { reason }, idempotencyKey }),
        };
    }
  };
  const decision = useDecision(make, () => void query.refetch());
  const ask = (action: Action) => {
    setName('');
    setRoles(action.what === 'roles' ? action.operator.roles : []);
    decision.ask(action);
  };
  const mayManage = may('operators.manage');
  return (
    <Page>
      <PageHead
        title={t('console:page.operators')}
        note={t('console:operators.note')}
        actions={
          mayManage && (
            <Button variant="primary" icon={Plus} onClick={() => ask({ what: 'invite' })}>
              {t('console:operators.invite')}
            </Button>
          )
        }
      />
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <Card flush>
        <Table
          caption={t('console:page.operators')}
          rows={query.data ?? []}
          rowKey={(row) => String(row.id)}
          skeletonRows={query.isPending ? 4 : 0}
          columns={[
            {
              id: 'name',
              header: t('console:field.name'),
              lead: true,
              cell: (row) => (
                <span className={styles.name}>
                  {row.name}
                  {row.id === session?.operator.id && <Badge>{t('console:operators.you')}</Badge>}
                </span>
              ),
            },
            { id: 'roles', header: t('console:field.roles'), cell: (row) => <RoleNames roles={row.roles} /> },
            {
              id: 'state',
              header: t('common:word.state'),
              cell: (row) => (
                <span className={styles.name}>
                  <StateBadge
                    state={row.state === 'disabled' || row.credentials === 'ready' ? row.state : row.credentials}
                  />
                  {mayManage && row.invitation !== null && <Invitation operator={row} />}
                </span>
              ),
            },
            {
              id: 'factors',
              header: t('console:operators.factors'),
              cell: (row) =>
                row.factors.length === 0
                  ? '–'
                  : format.list(row.factors.map((factor) => t(`console:factor.kind.${factor}`))),
            },
            {
              id: 'seen',
              header: t('console:operators.seen'),
              cell: (row) => (row.lastSeenAt === null ? '–' : format.dateTime(row.lastSeenAt)),
            },
            {
              id: 'actions',
              header: t('console:operators.actions'),
              hideHeader: true,
              align: 'end',
              cell: (row) =>
                mayManage && (
                  <Menu
                    label={t('console:operators.actionsFor', { name: row.name })}
                    align="end"
                    items={
                      row.state === 'disabled'
                        ? [
                            {
                              id: 'enable',
                              label: t('console:operators.enable'),
                              onSelect: () => ask({ what: 'enable', operator: row }),
                            },
                          ]
                        : (['roles', 'recover', 'disable'] as const).map((what) => ({
                            id: what,
                            label: t(`console:operators.${what}`),
                            danger: what === 'disable',
                            onSelect: () => ask({ what, operator: row }),
                          }))
                    }
                  >
                    {(anchor) => (
                      <IconButton
                        {...anchor}
                        size="s"
                        icon={Settings}
                        label={t('console:operators.actionsFor', { name: row.name })}
                      />
                    )}
                  </Menu>
                ),
            },
          ]}
        />
      </Card>
      {decision.dialog}
    </Page>
  );
}

function RoleFields({ roles, onChange }: { roles: readonly Role[]; onChange: (roles: readonly Role[]) => void }) {
  const t = useT();
  return (
    <fieldset className={styles.roles}>
      <legend className={styles.legend}>{t('console:field.roles')}</legend>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          label={t(`console:role.${role}`)}
          checked={roles.includes(role)}
          onChange={(on) => onChange(on ? [...roles, role] : roles.filter((existing) => existing !== role))}
        />
      ))}
    </fieldset>
  );
}
