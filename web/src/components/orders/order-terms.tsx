import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LegalLink } from '../../shell/legal-link.tsx';

/** What the order button agrees to; its version is sent with the order. */
export function OrderTerms() {
  const { t } = useTranslation('orders-buying');
  return (
    <Text className="hint">
      {t('create.agree')} <LegalLink page="terms" target="_blank" underline="always" inherit />
    </Text>
  );
}
