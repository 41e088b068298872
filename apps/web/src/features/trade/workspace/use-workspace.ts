import { pageAddress } from '@glasshouse/app/page-host';
import { type Book, useBook, useSession } from '@glasshouse/app/session/session';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import type { Side } from '@glasshouse/trade/orders';
import { useIsHydrating } from '@glasshouse/ui';
import type { ChartBox, ChartLine } from '@glasshouse/ui/chart';
import { useEffect, useState } from 'react';
import { useDepthScope } from '../../../live/depth.ts';
import { firstProduct, offeredProducts, type Product } from './products.ts';

/**
 * A pressed level of the order book. Each press is a new object, so that the same level can be
 * taken twice.
 */
export interface PickedLevel {
  readonly price: string;
  /** The cumulative quantity up to this level; only if the press asked for it. */
  readonly quantity: string | undefined;
}

/** A price taken from the chart into the ticket. Each is a new object, as with the levels. */
export interface TicketRequest {
  readonly product: Product;
  readonly side: Side;
  readonly kind: 'limit' | 'stopLoss' | 'takeProfit';
  readonly price: string;
}

/** The order being written, as the chart shows it. */
export interface TicketOnChart {
  readonly lines: readonly ChartLine[];
  readonly box: ChartBox;
}

/**
 * What the parts of the workspace share: the product on the ticket, the side, and the level taken
 * from the book.
 */
export interface Workspace {
  readonly info: MarketInfo;
  readonly products: readonly Product[];
  /** Undefined: nothing can be traded on this instrument. */
  readonly product: Product | undefined;
  readonly setProduct: (product: Product) => void;
  readonly side: Side;
  readonly setSide: (side: Side) => void;
  readonly picked: PickedLevel | undefined;
  readonly pick: (level: PickedLevel) => void;
  /** What was last asked for at a price of the chart. */
  readonly request: TicketRequest | undefined;
  readonly place: (request: TicketRequest) => void;
  readonly onChart: TicketOnChart | undefined;
  /** Stable, so that a ticket may call it in an effect. */
  readonly showOnChart: (ticket: TicketOnChart | undefined) => void;
  /** Forgets the level, so that a ticket opened afterwards starts without it. */
  readonly unpick: () => void;
  readonly book: Book;
  readonly loggedIn: boolean;
}

const PRODUCT_KEY = 'workspaceProduct';

/** A link may name a product; otherwise the last used one. */
const linkedOrStored = (): string | undefined =>
  new URLSearchParams(pageAddress().search).get('product') ?? readStored(PRODUCT_KEY);

export function useWorkspace(info: MarketInfo): Workspace {
  const session = useSession();
  const book = useBook();
  const products = offeredProducts(info);
  useDepthScope(info.spot === null ? undefined : info.code, book);
  const isHydrating = useIsHydrating();
  const [chosen, setChosen] = useState(isHydrating ? undefined : linkedOrStored);
  const [side, setSide] = useState<Side>('buy');
  const [picked, setPicked] = useState<PickedLevel>();
  const [request, setRequest] = useState<TicketRequest>();
  const [onChart, showOnChart] = useState<TicketOnChart>();
  // A server paints what everybody gets.
  useEffect(() => setChosen((known) => known ?? linkedOrStored()), []);
  const setProduct = (product: Product) => {
    writeStored(PRODUCT_KEY, product);
    setChosen(product);
  };
  return {
    info,
    products,
    product: firstProduct(products, chosen),
    setProduct,
    side,
    setSide,
    picked,
    pick: (level) => {
      setPicked(level);
      // Only the spot ticket takes a price from the book.
      if (products.includes('spot')) setProduct('spot');
    },
    unpick: () => {
      setPicked(undefined);
      setRequest(undefined);
    },
    request,
    place: (next) => {
      setRequest(next);
      setSide(next.side);
      setProduct(next.product);
    },
    onChart,
    showOnChart,
    book,
    loggedIn: session !== undefined,
  };
}
