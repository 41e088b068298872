import { useT } from '@glasshouse/app/language/language';
import { toasts } from '@glasshouse/ui';
import { useLocation } from 'wouter';

type ToastContent = Parameters<typeof toasts.show>[0];

/** A toast about an order that was just placed, linking to its page. */
export function useOrderToast(product: 'options' | 'contracts' | 'spot') {
  const t = useT();
  const [, navigate] = useLocation();
  return (order: { readonly id: number }, toast: Omit<ToastContent, 'action'>): void =>
    void toasts.show({
      ...toast,
      action: { label: t('trade:options.viewOrder'), onPress: () => navigate(`/order/${product}/${order.id}`) },
    });
}
