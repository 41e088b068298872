import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Badge, Banner, Button, Card, Icon, Section, SkeletonBlock, Stack } from '@glasshouse/ui';
import {
  CircleAlert,
  CircleCheck,
  KeyRound,
  Lock,
  Mail,
  ShieldCheck,
  Smartphone,
  TriangleAlert,
} from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import { useUserInfo } from '../../../parts/account/use-user-info.ts';
import { WithdrawalPasswordDialog } from '../../../parts/account/withdrawal-password-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { FirstPassword } from './link-dialogs.tsx';
import { LinkedSignIns } from './linked-sign-ins.tsx';
import { missingOf, type Recommended, type SecurityState } from './next-step.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import styles from './security.module.css';
import { TotpManage } from './totp-manage.tsx';
import { TotpSetup } from './totp-setup.tsx';

type Doing = 'password' | 'email' | 'totp' | 'withdrawalPassword';

/** Which dialog does what is missing. */
const DIALOG_OF: Readonly<Record<Recommended, Doing>> = {
  email: 'email',
  factor: 'totp',
  withdrawalPassword: 'withdrawalPassword',
  recovery: 'totp',
};

/** What protects the account, what is missing, and the way to each. */
export function SecuritySection() {
  const t = useT();
  const info = loadable(useUserInfo());
  if (info.state === 'error') {
    return (
      <Section id="security" title={t('security:title')}>
        <FailureNote failure={info.failure} retry={info.retry} />
      </Section>
    );
  }
  if (info.state !== 'ready') {
    return (
      <Section id="security" title={t('security:title')}>
        <Card>
          <SkeletonBlock height="4.2rem" />
        </Card>
      </Section>
    );
  }
  return <Ready info={info.value} />;
}

function Ready({ info }: { info: ResultOf<'getUserInfo'> }) {
  const t = useT();
  const format = useFormat();
  const [doing, setDoing] = useState<Doing>();
  const { security: state, user } = info;
  const until = state.withdrawalsBlockedUntil;
  const change = state.withdrawalsBlockedBy ?? 'password';
  const close = () => setDoing(undefined);
  return (
    <>
      <Section id="security" title={t('security:title')} note={t('security:note')}>
        <Stack gap={4}>
          {until !== null && (
            <Banner kind="warning">
              {t('security:blocked', { time: format.dateTime(until), change: t(`security:history.kind.${change}`) })}
            </Banner>
          )}
          {state.appServesFrom !== null && state.step === 'email' && (
            <Banner kind="info">{t('security:totp.servesFrom', { time: format.dateTime(state.appServesFrom) })}</Banner>
          )}
          <Card flush>
            <Strength state={state} onDo={setDoing} />
            <ul>
              <Row
                icon={Lock}
                name={t('account:field.password')}
                note={t('security:password.text')}
                isOn={state.hasPassword}
                off={t('account:profile.notBound')}
                action={t(state.hasPassword ? 'security:action.change' : 'security:action.setUp')}
                onAction={() => setDoing('password')}
              />
              <Row
                id="email"
                icon={Mail}
                name={t('account:field.email')}
                note={user.email === null ? t('account:profile.emailText') : <bdi>{user.email}</bdi>}
                isOn={state.emailBound}
                off={t('account:profile.notBound')}
                action={t(state.emailBound ? 'security:action.change' : 'security:action.add')}
                onAction={() => setDoing('email')}
              />
              <Row
                icon={Smartphone}
                name={t('security:totp.name')}
                note={
                  state.totp ? t('security:totp.onText', { left: state.recoveryCodesLeft }) : t('security:totp.offText')
                }
                isOn={state.totp}
                action={t(state.totp ? 'security:action.manage' : 'security:action.setUp')}
                onAction={() => setDoing('totp')}
              />
              <Row
                icon={KeyRound}
                name={t('security:withdrawal.name')}
                note={t('security:withdrawal.text')}
                isOn={state.withdrawalPassword}
                off={t('account:profile.notBound')}
                action={t(state.withdrawalPassword ? 'security:action.change' : 'security:action.setUp')}
                onAction={() => setDoing('withdrawalPassword')}
              />
            </ul>
          </Card>
        </Stack>
      </Section>
      <LinkedSignIns state={state} />
      <Passkeys state={state} />
      {doing === 'password' && state.hasPassword && <PasswordDialog totp={state.totp} onClose={close} />}
      {doing === 'password' && !state.hasPassword && (
        <FirstPassword needsName={user.username === null && user.email === null} onClose={close} />
      )}
      {doing === 'email' && <EmailDialog state={state} onClose={close} />}
      {doing === 'totp' && <TotpDialog state={state} email={user.email} onClose={close} />}
      {doing === 'withdrawalPassword' && <WithdrawalPasswordDialog state={state} email={user.email} onClose={close} />}
    </>
  );
}

/** As it was when opened: while the new recovery codes show, the app is on already. */
function TotpDialog({ state, email, onClose }: { state: SecurityState; email: string | null; onClose: () => void }) {
  const [wasOn] = useState(state.totp);
  return wasOn ? <TotpManage state={state} onClose={onClose} /> : <TotpSetup email={email} onClose={onClose} />;
}

/** The verdict, and the most urgent thing to do about it. */
function Strength({ state, onDo }: { state: SecurityState; onDo: (doing: Doing) => void }) {
  const t = useT();
  const missing = missingOf(state);
  const [next] = missing;
  return (
    <div className={styles.strength} data-safe={next === undefined}>
      <Icon of={next === undefined ? ShieldCheck : TriangleAlert} size="xl" className={styles.verdict} />
      <div className={styles.words}>
        <p className={styles.headline}>
          {next === undefined ? t('security:overview.safe') : t('security:overview.missing')}
        </p>
        <p className={styles.note}>
          {next === undefined ? t('security:overview.safeText') : t(`security:overview.next.${next}`)}
        </p>
      </div>
      {next !== undefined && (
        <Button variant="primary" onClick={() => onDo(DIALOG_OF[next])}>
          {t(`security:overview.do.${next}`)}
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  readonly id?: string;
  readonly icon: Parameters<typeof Icon>[0]['of'];
  readonly name: string;
  readonly note: ReactNode;
  readonly isOn: boolean;
  /** How it is called while missing, if not "off". */
  readonly off?: string;
  readonly action: string;
  readonly onAction: () => void;
}

function Row({ id, icon, name, note, isOn, off, action, onAction }: RowProps) {
  const t = useT();
  return (
    <li id={id} className={styles.item}>
      <Icon of={icon} size="l" className={styles.icon} />
      <div className={styles.words}>
        <span className={styles.name}>
          {name}{' '}
          <Badge tone={isOn ? 'success' : 'neutral'}>
            <Icon of={isOn ? CircleCheck : CircleAlert} size="s" />{' '}
            {isOn ? t('security:state.on') : (off ?? t('security:state.off'))}
          </Badge>
        </span>
        <span className={styles.note}>{note}</span>
      </div>
      <Button size="s" onClick={onAction} aria-label={`${action}: ${name}`}>
        {action}
      </Button>
    </li>
  );
}
