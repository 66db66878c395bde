import { Alert, Stack, Text } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStudioCreatorId, useTeam } from '../../app/session.ts';
import { personQuery } from '../../components/catalog/person-queries.ts';
import { ButtonLink } from '../../components/links.tsx';

/** For a creator without certification, who cannot publish. */
export function UnverifiedNotice() {
  const { t } = useTranslation('content-compose');
  const team = useTeam();
  const { data } = useQuery(personQuery(useStudioCreatorId() || undefined));
  if (data === undefined || data.is_verified === 1) return null;
  return (
    <Alert icon={<IconRosetteDiscountCheck aria-hidden />} title={t('unverified')} mb="lg">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('unverifiedText')}</Text>
        {team === undefined && (
          <ButtonLink to="/apply/certify" size="xs">
            {t('certify')}
          </ButtonLink>
        )}
      </Stack>
    </Alert>
  );
}
