import { useT } from '@glasshouse/app/language/language';
import { Banner, Tabs } from '@glasshouse/ui';
import { ContractTicket } from '../contracts/index.ts';
import { OptionsTicket } from '../options/index.ts';
import { SpotTicket } from '../spot/index.ts';
import type { Product } from './products.ts';
import type { Workspace } from './use-workspace.ts';
import styles from './workspace.module.css';

interface WorkspaceTicketProps {
  readonly workspace: Workspace;
  /** Called when an order was placed; a sheet closes then. */
  readonly onDone?: (() => void) | undefined;
}

const TICKETS: Readonly<Record<Product, (props: WorkspaceTicketProps) => React.ReactNode>> = {
  options: OptionsTicket,
  contracts: ContractTicket,
  spot: SpotTicket,
};

/** The ticket of the chosen product, with tabs for the products that this instrument offers. */
export function WorkspaceTicket({ workspace, onDone }: WorkspaceTicketProps) {
  const t = useT();
  const { product } = workspace;
  if (product === undefined) return <Banner kind="info">{t('workspace:product.none')}</Banner>;
  const Ticket = TICKETS[product];
  return (
    <Tabs
      className={styles.ticket}
      label={t('workspace:product.label')}
      value={product}
      tabs={workspace.products.map((value) => ({ value, label: t(`workspace:product.${value}`) }))}
      onChange={workspace.setProduct}
    >
      <Ticket workspace={workspace} onDone={onDone} />
    </Tabs>
  );
}
