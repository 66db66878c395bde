import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Address } from '#services/contract/delivery/addresses.ts';
import { AddressForm } from './address-form.tsx';

interface Props {
  /** The subject of the dialog: a new or an existing address; undefined while it is closed. */
  subject: 'new' | Address | undefined;
  onSaved?: (address: Address) => void;
  onClose: () => void;
}

/** The address form over the page, full-screen on a phone. */
export function AddressDialog({ subject, onSaved, onClose }: Props) {
  const { t } = useTranslation('delivery-addresses');
  const address = subject === 'new' ? undefined : subject;
  return (
    <Modal
      opened={subject !== undefined}
      onClose={onClose}
      title={t(address === undefined ? 'add' : 'editTitle')}
      size="lg"
    >
      <AddressForm
        key={address?.address_id ?? 'new'}
        address={address}
        onCancel={onClose}
        onSaved={(saved) => {
          onSaved?.(saved);
          onClose();
        }}
      />
    </Modal>
  );
}
