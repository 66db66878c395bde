import { useTranslation } from 'react-i18next';
import { CopiedNumber } from '../copy/copy-icon.tsx';

interface Props {
  number: string;
  /** It is the number of a payment for several orders. */
  together?: boolean;
}

/** The number of an order, or of a payment for several. */
export function OrderNumber({ number, together = false }: Props) {
  const { t } = useTranslation('orders-buying');
  return <CopiedNumber number={number} label={t(together ? 'cashier.togetherNumber' : 'cashier.number')} />;
}
