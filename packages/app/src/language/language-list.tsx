import { LANGUAGE_LIST, type Language } from '@glasshouse/i18n/languages';
import { Banner, Icon, Spinner } from '@glasshouse/ui';
import { Check } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { changeLanguage, useTranslator } from './language.ts';
import styles from './language-list.module.css';

/** The eleven languages, each by its own name. The page switches once the new texts are loaded. */
export function LanguageList({ onChosen }: { onChosen?: () => void }) {
  const { t, language } = useTranslator();
  const [waiting, setWaiting] = useState<Language>();
  const [failed, setFailed] = useState(false);

  const choose = async (next: Language) => {
    setWaiting(next);
    setFailed(false);
    try {
      await changeLanguage(next);
      onChosen?.();
    } catch {
      setFailed(true);
    } finally {
      setWaiting(undefined);
    }
  };
  return (
    <>
      {failed && <Banner kind="danger">{t('common:state.unreachable')}</Banner>}
      <ul className={styles.list}>
        {LANGUAGE_LIST.map(({ code, name, locale, dir }) => (
          <li key={code}>
            <button
              type="button"
              className={styles.item}
              aria-pressed={code === language}
              lang={locale}
              dir={dir}
              onClick={() => void choose(code)}
            >
              <span>{name}</span>
              {waiting === code ? <Spinner /> : code === language && <Icon of={Check} />}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
