import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Identity } from '#services/contract/tickets/identities.ts';
import { IdentityForm } from './identity-form.tsx';

interface Props {
  /** The subject of the dialog: a new or an existing record; undefined while it is closed. */
  subject: 'new' | Identity | undefined;
  onSaved?: (identity: Identity) => void;
  onClose: () => void;
}

/** The identity form over the page. */
export function IdentityDialog({ subject, onSaved, onClose }: Props) {
  const { t } = useTranslation('tickets-identities');
  const identity = subject === 'new' ? undefined : subject;
  return (
    <Modal
      opened={subject !== undefined}
      onClose={onClose}
      title={t(identity === undefined ? 'add' : 'editTitle')}
    >
      <IdentityForm
        key={identity?.identity_id ?? 'new'}
        identity={identity}
        onCancel={onClose}
        onSaved={(saved) => {
          onSaved?.(saved);
          onClose();
        }}
      />
    </Modal>
  );
}
