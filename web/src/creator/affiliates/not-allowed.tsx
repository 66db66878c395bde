import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** For creators without the right to open codes, with the contact who can grant it. */
export function NotAllowed() {
  const { t } = useTranslation('affiliates');
  return (
    <Alert color="gray" icon={<IconLock aria-hidden />} title={t('given.notAllowed')}>
      {t('given.notAllowedText')}
    </Alert>
  );
}
