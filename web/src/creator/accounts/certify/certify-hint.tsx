import { Alert, Group, Text } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { useCreator } from '../../frame/creator-guard.ts';

/** Shows uncertified creators the benefits of a certification; nothing for others. */
export function CertifyHint() {
  const { t } = useTranslation('certify');
  const creator = useCreator();
  if (creator === undefined || creator.is_verified === 1) return null;
  return (
    <Alert variant="light" icon={<IconRosetteDiscountCheck aria-hidden />} title={t('unverified')} mb="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('unverifiedText')}</Text>
        <ButtonLink to="/apply/certify" size="xs">
          {t('link')}
        </ButtonLink>
      </Group>
    </Alert>
  );
}
