import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import type { KycPart, KycReason } from '@glasshouse/api/schemas/kyc';
import { useTranslator } from '@glasshouse/app/language/language';
import { Badge, cx } from '@glasshouse/ui';
import { Panel } from '../../parts/records/evidence.tsx';
import styles from './form-parts.module.css';
import { PartRefusal } from './part-refusal.tsx';
import type { Refusals } from './refusals.ts';

type Case = OperatorResultOf<'getKycCase'>;

interface FormPartsProps {
  readonly form: NonNullable<Case['form']>;
  readonly level: Case['level'];
  /** Accepted earlier and not sent again; undefined at the first attempt. */
  readonly kept: readonly KycPart[] | undefined;
  readonly refused: Refusals;
  readonly onRefuse: ((part: KycPart, reason: KycReason | undefined) => void) | undefined;
}

const SEXES = ['female', 'male', 'other'] as const;
type Sex = (typeof SEXES)[number];
const BASIC: readonly KycPart[] = ['name', 'sex', 'birthdate', 'country', 'address', 'contact', 'document'];

/** What the person wrote, part by part. */
export function FormParts({ form, level, kept: unchanged, refused, onRefuse }: FormPartsProps) {
  const { t, locale } = useTranslator();
  const country = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  const values: { readonly [Part in KycPart]?: readonly (string | null)[] } = {
    name: [`${form.firstName} ${form.lastName}`.trim()],
    sex: [SEXES.includes(form.sex as Sex) ? t(`console:kyc.sex.${form.sex as Sex}`) : form.sex],
    birthdate: [form.birthdate, t('console:kyc.age', { age: form.age })],
    country: [/^[A-Z]{2}$/.test(form.country) ? (country.of(form.country) ?? form.country) : form.country],
    address: [form.address],
    contact: [form.phone, form.email],
    document: [t(`console:kyc.document.${form.documentType}`), form.documentNumber],
    income: [form.monthlyIncome, form.sourceOfWealth, form.expectedInvestment],
  };
  const parts = level === 'basic' ? BASIC : [...BASIC, 'income' as const];
  return (
    <Panel title={t('console:kyc.form')}>
      <dl>
        {parts.map((part) => (
          <div key={part} className={cx(styles.row, refused[part] !== undefined && styles.refused)}>
            <dt className={styles.name}>
              {t(`console:kyc.part.${part}`)}
              {unchanged !== undefined && !unchanged.includes(part) && (
                <Badge tone="accent">{t('console:kyc.changed')}</Badge>
              )}
            </dt>
            <dd className={styles.value}>
              {values[part]
                ?.filter((text) => text !== null && text !== '')
                .map((text) => (
                  <bdi key={text} className={styles.text}>
                    {text}
                  </bdi>
                ))}
            </dd>
            <dd className={styles.tools}>
              <PartRefusal part={part} reason={refused[part]} onRefuse={onRefuse} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
