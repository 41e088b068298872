import { useT } from '@glasshouse/app/language/language';
import { Badge, Stack, Why } from '@glasshouse/ui';
import { isSimulated } from './is-simulated.ts';

/**
 * Labels prices that do not come from a market: a simulated price must never pass for a real one.
 */
export function SourceBadge({
  source,
  predictable = false,
}: {
  source: string | undefined;
  predictable?: boolean | undefined;
}) {
  const t = useT();
  const simulated = isSimulated(source);
  if (!simulated && source !== 'replay') return null;
  const title = t(simulated ? 'shell:banner.simulated' : 'shell:banner.replay');
  return (
    <Stack row gap={1} align="center">
      <Badge tone="warning">{t(simulated ? 'market:status.simulated' : 'market:status.recorded')}</Badge>
      {predictable && <Badge tone="danger">{t('market:status.predictable')}</Badge>}
      <Why label={title} title={title}>
        {t(simulated ? 'shell:banner.simulatedHint' : 'shell:banner.replayHint')}
      </Why>
    </Stack>
  );
}
