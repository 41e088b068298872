import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';
import { Banner, TextField } from '@glasshouse/ui';
import type { WithdrawFormState } from './use-withdraw-form.ts';

/** The account that is paid: always in the name of the person who was verified. */
export function BankFields({ form, terms }: { form: WithdrawFormState; terms: WithdrawalTerms }) {
  const t = useT();
  const { draft, set, leave, errorAt } = form;
  const holder = terms.bank?.holder ?? null;
  const text = (field: 'holder' | 'accountNumber' | 'bankType' | 'bic') => ({
    size: 'l' as const,
    label: t(`wallet:bank.${field === 'bankType' ? 'bank' : field}`),
    value: draft[field],
    error: errorAt(field),
    autoComplete: 'off',
    onBlur: () => leave(field),
  });
  return (
    <>
      {holder === null ? (
        <Banner
          kind="warning"
          action={
            <LinkButton size="s" href="/profile/identity">
              {t('shell:remedy.identity')}
            </LinkButton>
          }
        >
          {t('wallet:bank.notVerified')}
        </Banner>
      ) : (
        <Banner kind="info">{t('wallet:bank.onlyOwn', { holder })}</Banner>
      )}
      <TextField {...text('holder')} maxLength={128} onChange={(event) => set({ holder: event.currentTarget.value })} />
      <TextField
        {...text('accountNumber')}
        dir="ltr"
        spellCheck={false}
        maxLength={64}
        onChange={(event) => set({ accountNumber: event.currentTarget.value })}
      />
      <TextField
        {...text('bankType')}
        maxLength={64}
        onChange={(event) => set({ bankType: event.currentTarget.value })}
      />
      <TextField
        {...text('bic')}
        label={`${t('wallet:bank.bic')} (${t('common:word.optional')})`}
        dir="ltr"
        spellCheck={false}
        maxLength={11}
        onChange={(event) => set({ bic: event.currentTarget.value.toUpperCase().trim() })}
      />
    </>
  );
}
