import { Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { PasskeyStopped } from './passkey-stopped.ts';

interface Props {
  /** Asks for the passkey. */
  onUse: () => void;
  isPending: boolean;
  error: Error | null;
  children: string;
  /** The first way of the page. */
  isMain?: boolean;
}

/** Why no passkey was made or used. */
export function usePasskeySentence(): (error: unknown) => string {
  const { t } = useTranslation('accounts-security');
  return (error) => {
    if (error instanceof PasskeyStopped) return t(error.exists ? 'passkey.exists' : 'passkey.stopped');
    return fieldRefusal(error, 'credential') ?? fieldRefusal(error, 'account') ?? sentenceOf(error);
  };
}

/** A way by passkey, and why it led nowhere. */
export function PasskeyButton({ onUse, isPending, error, children, isMain = false }: Props) {
  const sentence = usePasskeySentence();
  return (
    <>
      {error !== null && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {sentence(error)}
        </Alert>
      )}
      <Button
        size="md"
        fullWidth
        variant={isMain ? 'filled' : 'default'}
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={isPending}
        onClick={onUse}
      >
        {children}
      </Button>
    </>
  );
}
