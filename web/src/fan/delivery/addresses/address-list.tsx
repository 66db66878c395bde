import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMapPin, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Address,
  deleteAddress,
  listAddresses,
  setDefaultAddress,
} from '#services/contract/delivery/addresses.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { useConfirm } from '../../../components/confirm.tsx';
import { AddressCard } from './address-card.tsx';
import { AddressDialog } from './address-dialog.tsx';

interface Props {
  /** The action of an address in a picker. */
  actionOf?: (address: Address) => ReactNode;
}

/** The person's addresses: add, change, make the default, delete. */
export function AddressList({ actionOf }: Props) {
  const { t } = useTranslation('delivery-addresses');
  const query = useQuery(queryOf(listAddresses, {}));
  const [subject, setSubject] = useState<'new' | Address>();
  const makeDefault = useCall(setDefaultAddress, { tells: true });
  const remove = useCall(deleteAddress);
  const { confirm, dialog } = useConfirm();
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setSubject('new')}>
      {t('add')}
    </Button>
  );
  const confirmDelete = ({ address_id }: Address) =>
    confirm({
      text: t('deleteAsk'),
      yes: t('delete'),
      onYes: () =>
        remove.mutate(
          { address_id },
          {
            onSuccess: () => notifications.show({ color: 'green', message: t('deleted') }),
          },
        ),
    });
  return (
    <>
      <Collection
        query={query}
        waiting={{ count: 2, height: 128 }}
        nothing={{ icon: <IconMapPin aria-hidden />, title: t('empty'), text: t('emptyText'), action: add }}
      >
        {({ list }) => (
          <Stack align="flex-start">
            <Stack component="ul" w="100%" p={0} m={0} style={{ listStyle: 'none' }}>
              {list.map((address) => (
                <AddressCard
                  key={address.address_id}
                  address={address}
                  action={actionOf?.(address)}
                  onEdit={() => setSubject(address)}
                  onDelete={() => confirmDelete(address)}
                  onMakeDefault={() => makeDefault.mutate({ address_id: address.address_id })}
                />
              ))}
            </Stack>
            {add}
          </Stack>
        )}
      </Collection>
      <AddressDialog subject={subject} onClose={() => setSubject(undefined)} />
      {dialog}
    </>
  );
}
