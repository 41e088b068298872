import { useT } from '@glasshouse/app/language/language';
import { Segmented, Select, TextField } from '@glasshouse/ui';
import { CountryField } from './country-field.tsx';
import styles from './kyc.module.css';
import { earliestBirthdate, type Field, latestBirthdate, type Part } from './kyc-values.ts';
import { PhoneField } from './phone-field.tsx';
import type { KycFormState } from './use-kyc-form.ts';

interface FieldsProps {
  readonly form: KycFormState;
  readonly parts: readonly Part[];
}

const SEXES = ['female', 'male', 'other'] as const;
const DOCUMENTS = ['idCard', 'driverLicense', 'passport'] as const;

/** Who somebody is, where they live, how to reach them, and the document that says so. */
export function BasicFields({ form, parts }: FieldsProps) {
  const t = useT();
  const { values, set, leave, errorAt, today } = form;
  const text = (field: Field) => ({
    size: 'l' as const,
    name: field,
    value: values[field],
    error: errorAt(field),
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
    onBlur: () => leave(field),
  });
  const has = (part: Part) => parts.includes(part);
  return (
    <div className={styles.part}>
      {has('name') && (
        <div className={styles.pair}>
          <TextField
            {...text('firstName')}
            label={t('kyc:field.firstName')}
            hint={t('kyc:field.asOnDocument')}
            autoComplete="given-name"
            maxLength={64}
          />
          <TextField
            {...text('lastName')}
            label={t('kyc:field.lastName')}
            hint={t('kyc:field.oneName')}
            autoComplete="family-name"
            maxLength={64}
          />
        </div>
      )}
      {(has('sex') || has('birthdate')) && (
        <div className={styles.pair}>
          {has('sex') && (
            <Select
              label={t('kyc:field.sex')}
              size="l"
              placeholder={t('kyc:field.choose')}
              value={values.sex === '' ? undefined : (values.sex as (typeof SEXES)[number])}
              error={errorAt('sex')}
              options={SEXES.map((sex) => ({ value: sex, label: t(`kyc:sex.${sex}`) }))}
              onChange={(sex) => set({ sex })}
            />
          )}
          {has('birthdate') && (
            <TextField
              {...text('birthdate')}
              label={t('kyc:field.birthdate')}
              type="date"
              autoComplete="bday"
              min={earliestBirthdate(today)}
              max={latestBirthdate(today)}
            />
          )}
        </div>
      )}
      {has('country') && (
        <CountryField value={values.country} error={errorAt('country')} onChange={(country) => set({ country })} />
      )}
      {has('address') && (
        <TextField
          {...text('address')}
          label={t('kyc:field.address')}
          hint={t('kyc:field.addressHint')}
          autoComplete="street-address"
          maxLength={256}
        />
      )}
      {has('contact') && (
        <div className={styles.group}>
          <Segmented
            label={t('kyc:part.contact')}
            size="s"
            value={values.contact === 'email' ? 'email' : 'phone'}
            onChange={(contact) => set({ contact })}
            options={[
              { value: 'phone', label: t('kyc:field.phone') },
              { value: 'email', label: t('kyc:field.email') },
            ]}
          />
          {values.contact === 'email' ? (
            <TextField
              {...text('email')}
              label={t('kyc:field.email')}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              maxLength={254}
            />
          ) : (
            <PhoneField
              code={values.callingCode}
              country={values.country}
              number={values.phone}
              codeError={errorAt('callingCode')}
              numberError={errorAt('phone')}
              onCode={(callingCode) => set({ callingCode })}
              onNumber={(phone) => set({ phone })}
              onBlur={() => leave('phone')}
            />
          )}
        </div>
      )}
      {has('document') && (
        <div className={styles.pair}>
          <Select
            label={t('kyc:field.documentType')}
            size="l"
            value={values.documentType as (typeof DOCUMENTS)[number]}
            options={DOCUMENTS.map((type) => ({ value: type, label: t(`kyc:document.${type}`) }))}
            onChange={(documentType) => set({ documentType })}
          />
          <TextField
            {...text('documentNumber')}
            label={t('kyc:field.documentNumber')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            maxLength={64}
          />
        </div>
      )}
    </div>
  );
}
