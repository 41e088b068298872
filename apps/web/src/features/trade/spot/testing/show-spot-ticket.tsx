import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { BITCOIN } from '../../../../testing/bitcoin.ts';
import { orderBook, tick } from '../../../../testing/market.ts';
import { useWorkspace, type Workspace } from '../../workspace/use-workspace.ts';
import { SpotTicket } from '../spot-ticket.tsx';

const PRICES = { bid: 95_908.41, ask: 95_910.34, price: 95_909.37 };
const BOOK: Parameters<typeof orderBook>[1] = {
  bids: [
    ['95908.41', '0.5'],
    ['95900', '1'],
  ],
  asks: [
    ['95910.34', '0.4'],
    ['95950', '0.6'],
  ],
};
const NAMESPACES = ['trade', 'order', 'workspace', 'market'] as const;

interface TicketCalls {
  /** How often an order was placed. */
  placed: number;
  workspace?: Workspace;
}

function Ticket({ seen }: { readonly seen: TicketCalls }) {
  const workspace = useWorkspace(BITCOIN);
  useEffect(() => {
    seen.workspace = workspace;
  });
  return <SpotTicket workspace={workspace} onDone={() => (seen.placed += 1)} />;
}

/** The ticket of BTC/USDT at 95,909.37, over a book of two levels on each side. */
export async function showSpotTicket({
  isVisitor = false,
  ...more
}: Partial<RenderOptions> & { isVisitor?: boolean } = {}) {
  const seen: TicketCalls = { placed: 0 };
  const account = isVisitor ? {} : { account: CUSTOMER };
  const page = await show(<Ticket seen={seen} />, { namespaces: NAMESPACES, ...account, ...more });
  const { user, t } = page;
  tick(BITCOIN, PRICES);
  orderBook(BITCOIN, BOOK);
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  const fill = async (name: string, text: string) => {
    await user.clear(field(name));
    await user.type(field(name), text);
  };
  const submit = () => screen.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;
  /** Presses the button, and that of the confirmation in its place. */
  const order = async () => {
    await user.click(submit());
    await user.click(submit());
  };
  const price = t('workspace:spot.limitPrice');
  const quantity = t('workspace:spot.quantity');
  await screen.findByRole('textbox', { name: quantity });
  return { ...page, seen, field, radio, fill, submit, order, price, quantity };
}
