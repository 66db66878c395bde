import { useTranslation } from 'react-i18next';
import type { DeliveryStateName } from '#services/contract/delivery/express.ts';

/** The state of a parcel in a word: a new parcel is "sent", for any carrier. */
export function useParcelText(): (state: DeliveryStateName) => string {
  const { t } = useTranslation('delivery');
  return (state) => t(state === 'processing' ? 'sent' : `state.${state}`);
}
