import { Button, Group, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Address } from '#services/api/delivery/contract/addresses.ts';
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
  const { t } = useTranslation('addresses');
  const { name } = address;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="li">
      <Stack gap="sm">
        <AddressLines address={address} />
        <Group gap={8}>
          {action}
          <Button size="xs" variant="default" aria-label={t('editOf', { name })} onClick={onEdit}>
            {t('edit')}
          </Button>
          {action === undefined && (
            <>
              {!address.is_default && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('makeDefaultOf', { name })}
                  onClick={onMakeDefault}
                >
                  {t('makeDefault')}
                </Button>
              )}
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={t('deleteOf', { name })}
                onClick={onDelete}
              >
                {t('delete')}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
