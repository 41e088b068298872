import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import { Figure, KeyValue, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { useMarketInfo } from '../../parts/chart/use-market-info.ts';
import { ContractBadge, ContractSide, Lots } from '../../parts/contracts/contract-words.tsx';
import { LiveNet } from '../../parts/contracts/live-cells.tsx';
import { ActionsOfOrder } from '../../parts/market/corporate-actions.tsx';
import { marketHref } from '../../parts/market/market-href.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { OrderFrame, useOrderId } from '../../parts/receipts/order-frame.tsx';
import { RichText } from '../../parts/receipts/rich-text.tsx';
import { useContractTerms } from './contract-all-terms.tsx';
import { contractCents } from './contract-cents.ts';
import { ContractControls } from './contract-controls.tsx';
import { useContractFacts } from './contract-facts.tsx';
import { closedDerivations, contractSources } from './contract-sources.ts';
import { ContractSteps, stepName } from './contract-steps.tsx';
import { ContractSums } from './contract-sums.tsx';
import { ContractTermsTable } from './contract-terms.tsx';
import { LiveChart } from './live-chart.tsx';
import { MarketLogo } from './market-logo.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { PriceNow } from './price-now.tsx';
import { recordFolds } from './record-folds.tsx';
import { contractReplay } from './replay/of-order.ts';
import { TicksTable } from './ticks-table.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { ContractEvidence, ContractStep } from './verify-order.ts';

const ASSET = 'USDT';

/**
 * Everything about one contract: its value or result, its chart, what can be done with it, each
 * step with its tick, the arithmetic, the terms and the proof.
 */
export function ContractOrderPage() {
  const book = useBook();
  const id = useOrderId('/order/contracts/:id');
  const query = useQuery({
    queryKey: privateKey('contractOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getPosition', { params: { id }, signal }),
  });
  return (
    <OrderFrame id={id} query={query} market={({ order }) => order}>
      {(evidence) => <ContractReceipt evidence={evidence} refresh={() => void query.refetch()} />}
    </OrderFrame>
  );
}

interface ContractReceiptProps {
  readonly evidence: ContractEvidence;
  readonly refresh: () => void;
}

function ContractReceipt({ evidence, refresh }: ContractReceiptProps) {
  const t = useT();
  const format = useFormat();
  const { order, steps, ticks, lines } = evidence;
  const pictures = useReceiptPictures(useBook());
  const terms = useContractTerms(evidence);
  const isOver = order.state === 'closed' || order.state === 'liquidated';
  const isOpen = order.state === 'open';
  const replay = useMemo(
    () =>
      isOver
        ? contractReplay(order, {
            steps,
            net: netResult(order),
            nameOf: (step) => stepName(t, order, step as ContractStep),
          })
        : undefined,
    [isOver, order, steps, t],
  );
  const log = useMemo(() => [...new Map(steps.map((step) => [step.seq, step])).values()], [steps]);
  const deciding = steps.findLast(({ kind, tick }) => tick !== null && DECIDING.includes(kind));
  const role = (seq: number): string =>
    [
      ...new Set([
        ...steps.filter((step) => step.tick?.seq === seq).map((step) => stepName(t, order, step)),
        ...(order.trailing?.peak?.seq === seq ? [t('order:peakTick')] : []),
      ]),
    ].join(', ');
  return (
    <OrderReceipt
      id={order.id}
      evidence={evidence}
      ticks={ticks}
      refresh={refresh}
      picture={pictures.contract(order)}
      shareAs={isOver ? 'contract' : undefined}
      notice={order.closedAt === null && <ActionsOfOrder code={order.code} />}
      logo={<MarketLogo code={order.code} />}
      title={<bdi>{order.name}</bdi>}
      direction={<ContractSide side={order.side} />}
      detail={
        <>
          <Lots value={order.lots} /> · <bdi dir="ltr">{order.leverage}×</bdi>
        </>
      }
      how={
        <>
          <ContractBadge order={order} /> {format.dateTime(order.closedAt ?? order.openedAt ?? order.placedAt)}
          {isOpen && <> · {t('order:ifClosedNow')}</>}
        </>
      }
      result={<Result evidence={evidence} />}
      sentence={<Sentence evidence={evidence} />}
      replay={replay}
      chart={
        isOver
          ? undefined
          : () => (
              <LiveChart
                code={order.code}
                precision={order.precision}
                from={order.openedAt ?? order.placedAt}
                levels={[
                  { kind: isOpen ? 'entry' : 'limit', price: order.openPrice ?? order.limitPrice },
                  { kind: 'stopLoss', price: order.stopLoss },
                  { kind: 'takeProfit', price: order.targets?.[0]?.price ?? order.takeProfit },
                  { kind: 'liquidation', price: isOpen ? order.liquidationPrice : null },
                ]}
              />
            )
      }
      facts={useContractFacts(evidence)}
      decisive={ticks.find(({ tick }) => tick.seq === deciding?.tick?.seq)}
      controls={isOpen ? <ContractControls order={order} /> : undefined}
      again={{
        href: marketHref({ code: order.code }),
        label: t(isOver ? 'order:again' : order.closedAt === null ? 'order:manage' : 'trade:order.back'),
      }}
      folds={(verdict) =>
        recordFolds(t, {
          prices: {
            count: ticks.length,
            content: (
              <TicksTable
                sides
                ticks={ticks}
                role={({ tick }) => role(tick.seq)}
                precision={order.precision}
                verdict={verdict}
              />
            ),
          },
          records: { lines, log },
          steps: (
            <Section title={t('order:steps')} note={t('order:stepsNote')}>
              <ContractSteps evidence={evidence} verdict={verdict} />
            </Section>
          ),
          terms: {
            count: terms.length,
            content: (
              <>
                <KeyValue rows={terms} />
                <ContractSums evidence={evidence} />
                <ContractTermsTable evidence={evidence} />
              </>
            ),
          },
        })
      }
    />
  );
}

const DECIDING = ['opened', 'partClosed', 'closed', 'liquidated'];

/** What it came to, or would come to now; of one that never opened, nothing. */
function Result({ evidence }: { readonly evidence: ContractEvidence }) {
  const t = useT();
  const { order } = evidence;
  if (order.state === 'open') return <LiveNet order={order} asset={ASSET} alone />;
  if (order.openPrice === null || order.closedAt === null) return <>–</>;
  return (
    <Derived
      derivation={closedDerivations(evidence)?.net}
      value={netResult(order)}
      name={t('order:net')}
      asset={ASSET}
      coloured
      places={2}
      isRounded
      sources={contractSources(evidence)}
    />
  );
}

/** From which price to which, what that made, and the fees. */
function Sentence({ evidence }: { readonly evidence: ContractEvidence }) {
  const t = useT();
  const { order } = evidence;
  const base = useMarketInfo(order.code).data?.base;
  const size = (
    <>
      <Lots value={order.state === 'open' ? order.openLots : order.lots} /> ×{' '}
      <Figure value={order.lotSize} asset={base} />
    </>
  );
  const open = <Figure value={order.openPrice ?? undefined} places={order.precision} />;
  if (order.openPrice === null) return <PriceNow code={order.code} />;
  if (order.closePrice === null || order.state === 'open') {
    return (
      <>
        <RichText text={`order:sentence.open.${order.side}`} values={{ size, open }} /> <PriceNow code={order.code} />
      </>
    );
  }
  const derived = closedDerivations(evidence);
  const cents = contractCents({ ...order, net: netResult(order) });
  return (
    <RichText
      text={`order:sentence.closed.${order.side}`}
      values={{
        size,
        open,
        close: <Figure value={order.closePrice} places={order.precision} />,
        gross: (
          <Derived
            derivation={derived?.pnl}
            value={order.realised}
            name={t('order:realised')}
            show={() => <Figure value={cents.gross} places={2} sign="always" asset={ASSET} />}
            isRounded
            sources={contractSources(evidence)}
          />
        ),
        fees: (
          <Derived
            derivation={derived?.fees}
            name={t('order:fees')}
            show={() => <Figure value={cents.fees} places={2} asset={ASSET} />}
            isRounded
            sources={contractSources(evidence)}
          />
        ),
      }}
    />
  );
}
