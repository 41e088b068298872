import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Select } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { PhotoField } from '../../parts/upload/photo-field.tsx';
import styles from './kyc.module.css';
import type { Field, Part } from './kyc-values.ts';
import { SignatureField } from './signature-field.tsx';
import type { KycFormState } from './use-kyc-form.ts';

interface FieldsProps {
  readonly form: KycFormState;
  readonly parts: readonly Part[];
}

/** Bounds of the ranges in USDT; a reviewer needs no more. */
const INCOME = ['0', '1000', '3000', '6000', '12000'] as const;
const INVESTMENT = ['0', '1000', '10000', '50000', '250000'] as const;
const SOURCES = ['salary', 'business', 'investments', 'property', 'inheritance', 'pension', 'savings'] as const;

const PHOTOS = [
  { part: 'idFront', subject: 'document' },
  { part: 'idBack', subject: 'document' },
  { part: 'handHeld', subject: 'person' },
] as const;
const PHOTO_MEGABYTES = 2;
const PROOF_MEGABYTES = 50;

/** Photos, signature and means. */
export function FullFields({ form, parts }: FieldsProps) {
  const t = useT();
  const { values, set, errorAt } = form;
  const photoMegabytes = usePhotoMegabytes();
  const file = (field: Field) => ({
    fileId: values[field] === '' ? undefined : values[field],
    error: errorAt(field),
    onChange: (fileId: string | undefined) => set({ [field]: fileId ?? '' }),
  });
  const photos = PHOTOS.filter(({ part }) => parts.includes(part));
  return (
    <>
      {0 < photos.length && (
        <section className={styles.part}>
          <h2 className={styles.heading}>{t('kyc:heading.photos')}</h2>
          {photos.map(({ part, subject }) => (
            <PhotoField
              key={part}
              {...file(part)}
              purpose={part}
              subject={subject}
              label={t(`kyc:part.${part}`)}
              hint={t(`kyc:photoHint.${part}`)}
              maxMegabytes={photoMegabytes}
            />
          ))}
        </section>
      )}
      {parts.includes('signature') && (
        <section className={styles.part}>
          <h2 className={styles.heading}>{t('kyc:heading.signature')}</h2>
          <SignatureField {...file('signature')} name={`${values.firstName} ${values.lastName}`.trim()} />
        </section>
      )}
      {(parts.includes('income') || parts.includes('proofOfAssets')) && (
        <section className={styles.part}>
          <h2 className={styles.heading}>{t('kyc:heading.means')}</h2>
          {parts.includes('income') && <Means form={form} />}
          {parts.includes('proofOfAssets') && (
            <PhotoField
              {...file('proofOfAssets')}
              purpose="proofOfAssets"
              subject="paper"
              label={`${t('kyc:part.proofOfAssets')} (${t('common:word.optional')})`}
              hint={t('kyc:photoHint.proofOfAssets')}
              maxMegabytes={PROOF_MEGABYTES}
            />
          )}
        </section>
      )}
    </>
  );
}

function Means({ form: { values, set, errorAt } }: { form: KycFormState }) {
  const t = useT();
  const income = useRanges(INCOME);
  const investment = useRanges(INVESTMENT);
  const choice = (field: 'monthlyIncome' | 'expectedInvestment' | 'sourceOfWealth') => ({
    size: 'l' as const,
    label: t(`kyc:field.${field}`),
    placeholder: t('kyc:field.choose'),
    value: values[field] === '' ? undefined : values[field],
    error: errorAt(field),
    onChange: (next: string) => set({ [field]: next }),
  });
  return (
    <>
      <div className={styles.pair}>
        <Select {...choice('monthlyIncome')} options={income} />
        <Select {...choice('expectedInvestment')} options={investment} />
      </div>
      <Select
        {...choice('sourceOfWealth')}
        options={SOURCES.map((source) => ({ value: source, label: t(`kyc:source.${source}`) }))}
      />
    </>
  );
}

/** The value that is sent reads the same in every language; the label is the page's own. */
function useRanges(bounds: readonly string[]): readonly { value: string; label: string }[] {
  const t = useT();
  const format = useFormat();
  const money = (amount: string) => format.money(amount, 'USDT', { min: 0, max: 0 });
  return bounds.map((from, index) => {
    const to = bounds[index + 1];
    if (to === undefined) return { value: `${from}+ USDT`, label: t('kyc:range.above', { amount: money(from) }) };
    if (index === 0) return { value: `0-${to} USDT`, label: t('kyc:range.below', { amount: money(to) }) };
    return {
      value: `${from}-${to} USDT`,
      label: t('kyc:range.between', { from: format.number(from), to: money(to) }),
    };
  });
}

/** The operator may allow more than the usual two megabytes. */
function usePhotoMegabytes(): number {
  const { data } = useQuery({
    queryKey: ['parameter', 'upload_max_mb'],
    queryFn: ({ signal }) => fetchResult('getParameter', { params: { key: 'upload_max_mb' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const size = Number(data?.paramValue);
  return 0 < size ? size : PHOTO_MEGABYTES;
}
