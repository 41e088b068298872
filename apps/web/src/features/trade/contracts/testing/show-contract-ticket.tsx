import { CUSTOMER, type RenderOptions, show } from '@glasshouse/app/testing/show.tsx';
import type { WireTerms } from '@glasshouse/trade/contracts/terms';
import type { MarketInfo } from '@glasshouse/trade/market-info';
import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { BITCOIN } from '../../../../testing/bitcoin.ts';
import { CONTRACT_NAMESPACES, ROUND_PRICES } from '../../../../testing/contract-orders.ts';
import { tick } from '../../../../testing/market.ts';
import { useWorkspace, type Workspace } from '../../workspace/use-workspace.ts';
import { ContractTicket } from '../contract-ticket.tsx';

/** Bought at 100,000, sold at 99,990. */

interface TicketCalls {
  /** How often an order was placed. */
  placed: number;
  workspace?: Workspace;
}

interface TicketProps {
  readonly seen: TicketCalls;
  /** Stays the same object, as it does while nothing is fetched. */
  readonly info: MarketInfo;
}

function Ticket({ seen, info }: TicketProps) {
  const workspace = useWorkspace(info);
  useEffect(() => {
    seen.workspace = workspace;
  });
  return <ContractTicket workspace={workspace} onDone={() => (seen.placed += 1)} />;
}

interface Options extends Partial<RenderOptions> {
  readonly isVisitor?: boolean;
  /** What differs from the terms of BTC/USDT. */
  readonly terms?: Partial<WireTerms>;
  readonly prices?: typeof ROUND_PRICES;
}

/** The ticket of contracts on BTC/USDT, at round prices. */
export async function showContractTicket(options: Options = {}) {
  const { isVisitor = false, terms = {}, prices = ROUND_PRICES, ...more } = options;
  const seen: TicketCalls = { placed: 0 };
  const { contracts } = BITCOIN;
  const info = { ...BITCOIN, contracts: contracts && { ...contracts, ...terms } };
  const account = isVisitor ? {} : { account: CUSTOMER };
  const page = await show(<Ticket seen={seen} info={info} />, { namespaces: CONTRACT_NAMESPACES, ...account, ...more });
  const { user, t } = page;
  tick(BITCOIN, prices);
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  /** Types over what stands there. */
  const fill = (name: string, text: string) =>
    user.type(field(name), text, { initialSelectionStart: 0, initialSelectionEnd: field(name).value.length });
  const submit = () => screen.getAllByRole<HTMLButtonElement>('button').find(({ type }) => type === 'submit')!;
  /** Presses the button, and that of the confirmation in its place. */
  const order = async () => {
    await user.click(submit());
    await user.click(submit());
  };
  const lots = t('contracts:lots');
  const leverage = t('contracts:leverage');
  await screen.findByRole('textbox', { name: lots });
  return { ...page, seen, field, radio, fill, submit, order, lots, leverage };
}
