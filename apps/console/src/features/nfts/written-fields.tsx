import { useT } from '@glasshouse/app/language/language';
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { Select, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { TextArea } from '../../parts/fields/text-area.tsx';
import type { WrittenDraft } from './draft.ts';

const NAME_MAX = 80;
const TEXT_MAX = 1_500;
const OPTIONS = LANGUAGE_LIST.map(({ code, name }) => ({ value: code, label: name }));

interface WrittenFieldsProps {
  readonly draft: WrittenDraft;
  /** The language of the original can no longer change. */
  readonly isFixed: boolean;
  readonly onChange: (fields: Partial<WrittenDraft>) => void;
}

/** Name and text, language by language; the first one is the original that buyers rely on. */
export function WrittenFields({ draft, isFixed, onChange }: WrittenFieldsProps) {
  const t = useT();
  const [shown, setShown] = useState(draft.language);
  const written = draft.texts[shown] ?? { name: '', text: '' };
  const isOriginal = shown === draft.language;
  const set = (fields: Partial<typeof written>): void =>
    onChange({ texts: { ...draft.texts, [shown]: { ...written, ...fields } } });
  return (
    <>
      {!isFixed && (
        <Select
          label={t('nfts:op.original')}
          value={draft.language}
          options={OPTIONS}
          onChange={(language) => {
            onChange({ language });
            setShown(language);
          }}
        />
      )}
      <Select label={t('nfts:op.language')} value={shown} options={OPTIONS} onChange={setShown} />
      <TextField
        label={t('nfts:op.name')}
        maxLength={NAME_MAX}
        readOnly={isFixed && isOriginal}
        value={written.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextArea
        label={t('nfts:op.text')}
        rows={5}
        maxLength={TEXT_MAX}
        readOnly={isFixed && isOriginal}
        value={written.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
    </>
  );
}
