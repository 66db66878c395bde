import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  value: string;
  children: (state: { copied: boolean; copy: () => void }) => ReactNode;
}

/** A button that copies a text. Where the browser cannot, as in a page without TLS, it says so. */
export function CopyButton({ value, children }: Props) {
  const { t } = useTranslation('shell');
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (error) notifications.show({ color: 'red', message: t('action.notCopied') });
  }, [error, t]);
  return children({ copied, copy: () => copy(value) });
}
