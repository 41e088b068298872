import { FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';
import { Banner, Button, Stack } from '@glasshouse/ui';
import { Fingerprint } from '@glasshouse/ui/icon/icons';
import { useUserInfo } from '../../parts/account/use-user-info.ts';
import { CodeInput } from '../../parts/forms/code-input.tsx';
import type { WithdrawFormState } from './use-withdraw-form.ts';
import styles from './wallet.module.css';

/** The second proof, where one is wanted: a passkey, or a code by email or of the app. */
export function StepField({ form, step }: { form: WithdrawFormState; step: WithdrawalTerms['step'] }) {
  const t = useT();
  const { canSign, signs, isCancelled, set } = form;
  if (!canSign) return <CodeField form={form} step={step} />;
  return (
    <Stack gap={2}>
      {signs ? <p className={styles.small}>{t('wallet:withdraw.passkey')}</p> : <CodeField form={form} step={step} />}
      {isCancelled && <Banner kind="warning">{t('wallet:withdraw.passkeyCancelled')}</Banner>}
      <Button
        size="s"
        variant="quiet"
        {...(!signs && { icon: Fingerprint })}
        onClick={() => set({ prefersCode: signs, code: '' })}
      >
        {t(signs ? 'wallet:withdraw.useCode' : 'wallet:withdraw.usePasskey')}
      </Button>
    </Stack>
  );
}

function CodeField({ form, step }: { form: WithdrawFormState; step: WithdrawalTerms['step'] }) {
  const t = useT();
  const email = useUserInfo().data?.user.email ?? undefined;
  const { draft, set, leave, errorAt } = form;
  const field = {
    value: draft.code,
    error: errorAt('code'),
    onChange: (event: { currentTarget: { value: string } }) => set({ code: event.currentTarget.value }),
    onBlur: () => leave('code'),
  };
  if (step === 'email') {
    return <CodeInput {...field} purpose="withdraw" email={email} onMissingEmail={() => undefined} />;
  }
  if (step === 'totp') {
    return <FactorCode {...field} label={t('wallet:withdraw.totp')} hint={t('wallet:withdraw.totpHint')} />;
  }
  return null;
}
