import type { ResultOf } from '@glasshouse/api';
import { FAQ_CATEGORIES } from '@glasshouse/api/schemas/content';
import { Blocks } from '@glasshouse/app/content/blocks.tsx';
import { writtenIn } from '@glasshouse/app/content/written-in';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Card, EmptyState, Section, SkeletonBlock, Stack, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { useContents } from '../../parts/content/use-contents.ts';
import styles from './help.module.css';
import { found } from './search.ts';

type Question = ResultOf<'listContents'>[number];

/** As tall as what a release brings, so that what follows does not move. */
const LOADING_HEIGHT = `${30 * 0.48}rem`;

/** Questions by group, or those that hold what was typed. */
export function FaqList() {
  const t = useT();
  const [typed, setTyped] = useState('');
  const list = useContents('faq');
  const questions = list.state === 'ready' ? found(list.value, typed) : [];
  const isSearch = typed.trim() !== '';
  return (
    <Stack gap={5}>
      <TextField
        type="search"
        label={t('help:search')}
        value={typed}
        maxLength={80}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {list.state === 'loading' && <SkeletonBlock height={LOADING_HEIGHT} />}
      {list.state === 'error' && <FailureNote failure={list.failure} retry={list.retry} />}
      <div>
        <div aria-live="polite">
          {isSearch && questions.length === 0 && list.state === 'ready' && (
            <EmptyState compact title={t('help:nothing')} />
          )}
          {isSearch && 0 < questions.length && <Questions questions={questions} />}
        </div>
        {!isSearch &&
          FAQ_CATEGORIES.map((category) => {
            const own = questions.filter((question) => question.category === category);
            return (
              0 < own.length && (
                <Section key={category} title={t(`help:category.${category}`)}>
                  <Questions questions={own} />
                </Section>
              )
            );
          })}
      </div>
    </Stack>
  );
}

function Questions({ questions }: { questions: readonly Question[] }) {
  const { language } = useTranslator();
  return (
    <Card flush>
      {questions.map(({ id, title, blocks, lang }) => (
        <details key={id} id={`question-${id}`} className={styles.question}>
          <summary className={styles.title}>
            <span {...writtenIn(lang, language)}>{title}</span>
          </summary>
          <div className={styles.answer}>
            <Blocks blocks={blocks} {...writtenIn(lang, language)} />
          </div>
        </details>
      ))}
    </Card>
  );
}
