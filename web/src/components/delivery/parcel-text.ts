import { useTranslation } from 'react-i18next';
import type { DeliveryStateName } from '#services/api/delivery/contract/express.ts';

/** Where a parcel is, in a word: what was just handed over is sent, whatever the carrier calls it. */
export function useParcelText(): (state: DeliveryStateName) => string {
  const { t } = useTranslation('delivery');
  return (state) => t(state === 'processing' ? 'sent' : `state.${state}`);
}
