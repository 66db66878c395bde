import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Told to creators from whom the right to open codes was taken, with who can give it back. */
export function NotAllowed() {
  const { t } = useTranslation('affiliate');
  return (
    <Alert color="gray" icon={<IconLock aria-hidden />} title={t('given.notAllowed')}>
      {t('given.notAllowedText')}
    </Alert>
  );
}
