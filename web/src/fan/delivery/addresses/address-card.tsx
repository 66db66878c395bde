import { Group, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Address } from '#services/contract/delivery/addresses.ts';
import { RowButton } from '../../../components/row-button.tsx';
import { AddressLines } from './address-lines.tsx';

interface Props {
  address: Address;
  onEdit: () => void;
  onDelete: () => void;
  onMakeDefault: () => void;
  /** In a picker: it can be changed but not deleted. */
  action?: ReactNode;
}

/** One address with what can be done with it. */
export function AddressCard({ address, onEdit, onDelete, onMakeDefault, action }: Props) {
  const { t } = useTranslation('delivery-addresses');
  const { name } = address;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="li">
      <Stack gap="sm">
        <AddressLines address={address} />
        <Group gap={8}>
          {action}
          <RowButton text={t('edit')} full={t('editOf', { name })} onClick={onEdit} />
          {action === undefined && (
            <>
              {!address.is_default && (
                <RowButton
                  text={t('makeDefault')}
                  full={t('makeDefaultOf', { name })}
                  onClick={onMakeDefault}
                />
              )}
              <RowButton removes text={t('delete')} full={t('deleteOf', { name })} onClick={onDelete} />
            </>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
