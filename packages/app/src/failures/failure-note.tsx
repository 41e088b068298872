import type { Failure } from '@glasshouse/client/failure';
import type { Translator } from '@glasshouse/i18n';
import { Banner, Button } from '@glasshouse/ui';
import type { ComponentType, ReactNode } from 'react';
import { useTranslator } from '../language/language.ts';
import { LazyPlace, lazyPart } from '../lazy/lazy-part.tsx';

export interface RemedyProps {
  /** Code of the refusal. */
  readonly number: number;
  /** For refusals that nothing puts right. */
  readonly otherwise: ReactNode;
}

let Remedy: ComponentType<RemedyProps> | undefined;

/** The app provides the button that puts a refusal right. It loads with the first refusal. */
export function setRemedy(load: () => Promise<ComponentType<RemedyProps>>): void {
  Remedy = lazyPart(load);
}

/**
 * The text of a failure. The server's message comes first: it is in the right language and says
 * what to do next.
 */
export function failureText({ t }: Pick<Translator, 't'>, failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
    case 'limited':
      return failure.message;
    case 'timeout':
      return t('common:state.timeout');
    case 'unreachable':
      return t('common:state.unreachable');
    case 'session':
      return t('shell:sessionEnded');
    case 'server':
      return failure.message === '' ? t('common:state.error') : failure.message;
  }
}

/** Shows a failure where it happened, with a button to retry or to put it right. */
export function FailureNote({ failure, retry }: { failure: Failure; retry?: (() => void) | undefined }) {
  const translator = useTranslator();
  const { t } = translator;
  const again = retry && (
    <Button size="s" onClick={retry}>
      {t('common:action.retry')}
    </Button>
  );
  return (
    <Banner
      kind="danger"
      action={
        failure.kind === 'refused' && Remedy !== undefined ? (
          <LazyPlace waiting={again} otherwise={again}>
            <Remedy number={failure.code} otherwise={again} />
          </LazyPlace>
        ) : (
          again
        )
      }
    >
      {failureText(translator, failure)}
      {failure.kind === 'server' && failure.requestId !== undefined && (
        <> {t('common:state.requestId', { id: failure.requestId })}</>
      )}
    </Banner>
  );
}
