import { Badge, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Address } from '#services/contract/delivery/addresses.ts';
import { WrittenAddress } from '../../../components/delivery/country.tsx';

/** Recipient and address, in two lines. */
export function AddressLines({ address }: { address: Address }) {
  const { t } = useTranslation('delivery-addresses');
  return (
    <Stack gap={4} miw={0} ta="left">
      <Group gap={8}>
        <Text fw={650}>{address.name}</Text>
        <Text className="figures">{address.phone}</Text>
        {address.is_default && <Badge size="sm">{t('default')}</Badge>}
      </Group>
      <Text className="hint">
        <WrittenAddress address={address.address} country={address.country} />
      </Text>
    </Stack>
  );
}
