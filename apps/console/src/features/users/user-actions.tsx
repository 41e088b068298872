import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useT } from '@glasshouse/app/language/language';
import { Button } from '@glasshouse/ui';
import { Lock, PenLine, Scale } from '@glasshouse/ui/icon/icons';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import { useAdjustment } from './use-adjustment.tsx';

type Profile = OperatorResultOf<'getUser'>;
type Action = 'frozen' | 'disabled' | 'active' | 'note';

/** What may be done about a person. Each asks for a reason. */
export function UserActions({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const t = useT();
  const may = useMay();
  const queries = useQueryClient();
  const params = { id: String(profile.user.id) };
  const make = (action: Action): Decision => {
    const common = { isUndoable: false, stepUp: true, done: t('records:users.done') } as const;
    switch (action) {
      case 'frozen':
      case 'disabled':
      case 'active': {
        const words = {
          frozen: [t('records:users.freeze'), t('records:users.freezeText')],
          disabled: [t('records:users.disable'), t('records:users.disableText')],
          active: [t('records:users.lift'), t('records:users.liftText')],
        }[action] as [string, string];
        return {
          ...common,
          kind: action === 'active' ? 'approve' : 'reject',
          label: words[0],
          title: words[0],
          text: words[1],
          ...(action !== 'active' && { reasonHint: t('records:users.reasonRead') }),
          usual: [],
          send: ({ reason, idempotencyKey }) =>
            call('setUserStanding', { params, body: { status: action, reason }, idempotencyKey }),
        };
      }
      case 'note':
        return {
          ...common,
          stepUp: false,
          kind: 'approve',
          label: t('records:users.note'),
          title: t('records:users.noteField'),
          done: t('records:users.noteSaved'),
          send: async ({ reason, idempotencyKey }) => {
            const answer = await call('addUserNote', { params, body: { text: reason }, idempotencyKey });
            return answer.ok ? { ...answer, result: {} } : answer;
          },
        };
    }
  };
  const refresh = () => {
    onDone();
    void queries.invalidateQueries({ queryKey: ['listUserEvents', params.id] });
  };
  const decision = useDecision(make, refresh);
  const adjustment = useAdjustment(params, refresh);
  const { status } = profile.user;
  return (
    <>
      {may('users.note') && (
        <Button icon={PenLine} onClick={() => decision.ask('note')}>
          {t('records:users.note')}
        </Button>
      )}
      {may('balances.adjust') && (
        <Button icon={Scale} onClick={adjustment.ask}>
          {t('records:users.adjust')}
        </Button>
      )}
      {may('users.freeze') && status !== 'active' && (
        <Button onClick={() => decision.ask('active')}>{t('records:users.lift')}</Button>
      )}
      {may('users.freeze') && status === 'active' && (
        <Button icon={Lock} onClick={() => decision.ask('frozen')}>
          {t('records:users.freeze')}
        </Button>
      )}
      {may('users.freeze') && status !== 'disabled' && (
        <Button onClick={() => decision.ask('disabled')}>{t('records:users.disable')}</Button>
      )}
      {decision.dialog}
      {adjustment.dialog}
    </>
  );
}
