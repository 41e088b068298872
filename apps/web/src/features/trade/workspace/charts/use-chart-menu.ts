import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { MenuItem } from '@glasshouse/ui';
import type { ChartMenu } from '@glasshouse/ui/chart';
import { ArrowDownRight, ArrowUpRight, BellPlus, ShieldCheck, TrendingUp } from '@glasshouse/ui/icon/icons';
import { marketSnapshot } from '../../../../live/market.ts';
import { useAddAlert } from '../../../../parts/alerts/use-add-alert.ts';
import type { Product } from '../products.ts';
import type { Workspace } from '../use-workspace.ts';

/** What takes a price from the chart: the product of the ticket, unless that is options. */
export function pricedProduct({ product, products }: Pick<Workspace, 'product' | 'products'>): Product | undefined {
  if (product === 'contracts' || product === 'spot') return product;
  return products.find((offered) => offered !== 'options');
}

/** What can be done at a price of the chart: a limit, a stop or target of the ticket, an alert. */
export function useChartMenu(workspace: Workspace): ChartMenu {
  const t = useT();
  const format = useFormat();
  const addAlert = useAddAlert(workspace.info);
  const { info, side, place, loggedIn } = workspace;
  const product = pricedProduct(workspace);
  const items = (price: number): MenuItem[] => {
    const text = price.toFixed(info.precision);
    const shown = { price: format.price(text, info.precision) };
    const limits: MenuItem[] =
      product === undefined
        ? []
        : (['buy', 'sell'] as const).map((side) => ({
            id: side,
            icon: side === 'buy' ? ArrowUpRight : ArrowDownRight,
            label: t(side === 'buy' ? 'trade:chart.buyAt' : 'trade:chart.sellAt', shown),
            onSelect: () => place({ product, side, kind: 'limit', price: text }),
          }));
    const now = Number(marketSnapshot.quote(info.code).price);
    const kind = price < now === (side === 'buy') ? 'stopLoss' : 'takeProfit';
    const stop: MenuItem = {
      id: kind,
      icon: kind === 'stopLoss' ? ShieldCheck : TrendingUp,
      label: `${t(kind === 'stopLoss' ? 'contracts:stopLoss' : 'contracts:takeProfit')} ${shown.price}`,
      onSelect: () => place({ product: 'contracts', side, kind, price: text }),
    };
    const alert: MenuItem = {
      id: 'alert',
      icon: BellPlus,
      label: t('trade:chart.alertAt', shown),
      onSelect: () => void addAlert(text),
    };
    return [...limits, ...(product === 'contracts' ? [stop] : []), ...(loggedIn ? [alert] : [])];
  };
  return { label: t('trade:chart.menu'), items };
}
