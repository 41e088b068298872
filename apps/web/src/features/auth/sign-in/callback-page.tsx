import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { checkCode, checkEmail, required } from '@glasshouse/app/forms/checks';
import { checkFactorCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, SkeletonBlock, toasts } from '@glasshouse/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { EmailWithCode } from '../../../parts/forms/email-with-code.tsx';
import { type CameBack, comeBack, endFlow } from '../../../parts/sign-in/provider-flow.ts';
import styles from '../auth.module.css';
import { AuthFrame } from '../auth-frame.tsx';
import { useArrive } from '../use-after-login.ts';

const LINK_FIRST = 11340;
const TOTP_REQUIRED = 11028;

type Answered = Extract<CameBack, { kind: 'answered' }>;
type Step = 'going' | 'prove' | 'totp';

/** Where providers send people back to. */
export function CallbackPage() {
  const { t } = useTranslator();
  const [came] = useState(() => comeBack(window.location.pathname.split('/').at(-1) ?? '', window.location.search));
  useEffect(() => {
    endFlow();
    // The code is worth nothing without this browser, and still has no place in its history.
    window.history.replaceState(null, '', window.location.pathname);
  }, []);
  if (came.kind === 'answered') return <Finish came={came} />;
  return (
    <Frame>
      <Banner kind="warning">{t(`signin:callback.${came.kind}`)}</Banner>
    </Frame>
  );
}

function Frame({ title, children, onSubmit }: { title?: string; children: React.ReactNode; onSubmit?: () => void }) {
  const { t } = useTranslator();
  return (
    <AuthFrame
      title={title ?? t('account:login.title')}
      {...(onSubmit && { onSubmit })}
      foot={
        <Link href="/pass/login" className={styles.link}>
          {t('account:reset.backToLogin')}
        </Link>
      }
    >
      {children}
    </AuthFrame>
  );
}

function Finish({ came: { begun, answer } }: { came: Answered }) {
  const { t, language } = useTranslator();
  const arrive = useArrive(begun.next);
  const [, navigate] = useLocation();
  const [step, setStep] = useState<Step>('going');
  const [byCode, setByCode] = useState(false);
  const [failed, setFailed] = useState<Failure>();
  const form = useForm(
    { password: '', email: '', emailCode: '', totp: '' },
    {
      password: required(t('account:field.enterPassword')),
      email: checkEmail(t),
      emailCode: checkCode(t),
      totp: checkFactorCode(t('account:login.enterCode')),
    },
  );
  const { password, emailCode, totp } = form.values;
  const proof = {
    ...(password !== '' && !byCode && { password }),
    ...(emailCode !== '' && byCode && { emailCode }),
    ...(totp !== '' && { totp: totp.trim() }),
  };
  const { inviteCode } = begun;
  const more = { ...answer, language, ...(inviteCode !== undefined && { inviteCode }), ...proof };
  const send = () =>
    begun.provider === 'google'
      ? call('loginWithGoogle', { body: more })
      : call('loginWithProvider', { body: { ...more, provider: begun.provider } });
  const done = (result: ResultOf<'loginWithProvider'>) => arrive(result, t('account:login.done'));
  /** Asks for what the server wants besides; true when it does. */
  const needsMore = (failure: Failure): boolean => {
    if (failure.kind !== 'refused') return false;
    if (failure.code === LINK_FIRST) setStep('prove');
    else if (failure.code === TOTP_REQUIRED) setStep('totp');
    return failure.code === LINK_FIRST || failure.code === TOTP_REQUIRED;
  };
  const sending = useSending({
    check: () => form.check(step === 'totp' ? ['totp'] : byCode ? ['email', 'emailCode'] : ['password']),
    send,
    refuse: async (failure) => (step === 'prove' && needsMore(failure)) || form.refuse(failure),
    done,
  });
  const begin = async () => {
    if (begun.links) {
      const linked = await call('linkProvider', { body: { ...answer, provider: begun.provider } });
      if (!linked.ok) return setFailed(linked.failure);
      toasts.show({ title: t('signin:ways.linked') });
      return navigate(begun.next, { replace: true });
    }
    const first = await send();
    if (first.ok) done(first.result);
    else if (!needsMore(first.failure)) setFailed(first.failure);
  };
  const hasBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is taken once.
  useEffect(() => {
    if (!hasBegun.current) void begin();
    hasBegun.current = true;
  }, []);

  if (step === 'going') {
    return <Frame>{failed ? <FailureNote failure={failed} /> : <SkeletonBlock height="0.96rem" />}</Frame>;
  }
  return (
    <Frame
      title={t(step === 'totp' ? 'account:login.codeTitle' : 'signin:link.title')}
      onSubmit={() => void sending.submit()}
    >
      {step === 'totp' ? (
        <FactorCode {...form.field('totp')} label={t('account:login.codeField')} autoFocus />
      ) : (
        <>
          <p>{t('signin:link.text')}</p>
          {byCode ? (
            <EmailWithCode
              email={form.field('email')}
              code={form.field('emailCode')}
              purpose="link"
              onMissingEmail={() => form.check(['email'])}
            />
          ) : (
            <PasswordInput
              {...form.field('password')}
              label={t('account:field.password')}
              autoComplete="current-password"
              size="l"
            />
          )}
          <Button variant="quiet" size="s" onClick={() => setByCode(!byCode)}>
            {t(byCode ? 'signin:link.byPassword' : 'signin:link.byCode')}
          </Button>
        </>
      )}
      {sending.failure && <FailureNote failure={sending.failure} />}
      <Button type="submit" variant="primary" size="l" full loading={sending.busy}>
        {t(step === 'totp' ? 'account:login.submit' : 'signin:link.submit')}
      </Button>
    </Frame>
  );
}
