import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Banner, Button } from '@glasshouse/ui';
import type { Conversion } from './use-convert-ticket.ts';

/** What became of the conversion that was just asked for. */
export function ConvertOutcome({ conversion, onLines }: { conversion: Conversion; onLines: (id: number) => void }) {
  const t = useT();
  const format = useFormat();
  if (conversion.state === 'waiting') return <Banner kind="info">{t('convert:waits')}</Banner>;
  if (conversion.state === 'cancelled') {
    return (
      <Banner kind="warning">
        {t(`convert:reason.${conversion.reason ?? 'noPrice'}`, { asset: conversion.from })}
      </Banner>
    );
  }
  return (
    <Banner
      kind="success"
      action={
        <Button size="s" onClick={() => onLines(conversion.id)}>
          {t('convert:lines')}
        </Button>
      }
    >
      {t('convert:done', {
        given: format.money(conversion.amount, conversion.from),
        received: format.money(conversion.received, conversion.to),
      })}
    </Banner>
  );
}
