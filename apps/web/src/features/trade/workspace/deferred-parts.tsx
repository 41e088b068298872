import { needMessages } from '@glasshouse/app/language/language';
import { lazyPart, loadPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import type { ComponentType } from 'react';
import { reloadOnce } from './reload-once.ts';

type Parts = typeof import('./parts.ts');

/** Namespaces that only the deferred parts need. */
const NAMESPACES = ['contracts', 'order'] as const;

const load = async (): Promise<Parts> => {
  const [parts] = await Promise.all([import('./parts.ts'), needMessages(NAMESPACES)]);
  return parts;
};

/** All parts come as one: they are waited for once. */
let loading: Promise<Parts> | undefined;
function allParts(): Promise<Parts> {
  loading ??= loadPart(load).catch(reloadOnce);
  return loading;
}

const deferred = <Props extends object>(pick: (parts: Parts) => ComponentType<Props>) =>
  lazyPart(async () => pick(await allParts()));

/**
 * The workspace without its chart: tickets, order book and orders are more code than a phone
 * fetches and parses in half a second, and the chart is what people come for. Each needs a
 * `Suspense` whose fallback has its final size.
 */
export const BookView = deferred((parts) => parts.BookView);
export const WorkspaceTicket = deferred((parts) => parts.WorkspaceTicket);
export const KeysHelp = deferred((parts) => parts.KeysHelp);
export const MarketDataPane = deferred((parts) => parts.MarketDataPane);
export const OptionLine = deferred((parts) => parts.OptionLine);
export const OrdersPanel = deferred((parts) => parts.OrdersPanel);
export const ReportOrderCount = deferred((parts) => parts.ReportOrderCount);
export const ReportChartLines = deferred((parts) => parts.ReportChartLines);
export const TradesView = deferred((parts) => parts.TradesView);

/** Fetches the parts ahead of use. If they do not come, whatever is opened next reports it. */
export const prefetchParts = (): void => void allParts().catch(() => undefined);
