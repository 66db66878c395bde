import { useTranslation } from 'react-i18next';

/** The name of an order's plan; an amount of the fan's choice has none. */
export function usePlanName(): (order: { plan: { name: string } }) => string {
  const { t } = useTranslation('orders-checkout');
  return ({ plan }) => plan.name || t('custom.title');
}
