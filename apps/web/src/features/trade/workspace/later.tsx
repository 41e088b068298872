import { type ComponentType, lazy } from 'react';
import { needMessages } from '../../../i18n/language.ts';

type Rest = typeof import('./rest.ts');

/** Words that only the rest of the workspace says. */
const NAMESPACES = ['contracts', 'order'] as const;

const load = async (): Promise<Rest> => {
  const [rest] = await Promise.all([import('./rest.ts'), needMessages(NAMESPACES)]);
  return rest;
};

const later = <Props extends object>(part: (rest: Rest) => ComponentType<Props>) =>
  lazy(async () => ({ default: part(await load()) }));

/**
 * The workspace without its chart: tickets, order book and orders are more code than a phone fetches and reads in half a second, and the chart
 * is what one comes for. Each needs a `Suspense` with a fallback of its final size.
 */
export const BookView = later((rest) => rest.BookView);
export const WorkspaceTicket = later((rest) => rest.WorkspaceTicket);
export const KeysHelp = later((rest) => rest.KeysHelp);
export const MarketPane = later((rest) => rest.MarketPane);
export const OrdersPanel = later((rest) => rest.OrdersPanel);
export const OwnCount = later((rest) => rest.OwnCount);
export const OwnLines = later((rest) => rest.OwnLines);
export const TradesView = later((rest) => rest.TradesView);

/** Fetches it before a finger asks for it. Without a network, what is opened then says so. */
export const fetchRest = (): void => void load().catch(() => undefined);
