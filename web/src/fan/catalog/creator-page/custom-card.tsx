import { Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/api/accounts/contract/accounts.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { LongText } from '../../../components/long-text.tsx';

/** The entry for an amount of the fan's choice. */
export function CustomCard({ user: { user_id, creator } }: { user: User }) {
  const { t } = useTranslation('creators');
  return (
    <Paper withBorder component="article" h="100%" p="lg">
      <Stack gap="sm" h="100%">
        <Title order={3}>{t('custom.title')}</Title>
        <Text c="dimmed">{t('custom.text')}</Text>
        <LongText text={creator?.custom_plan_desc ?? ''} lines={4} />
        <ButtonLink
          to="/order/create"
          search={{ user_id }}
          aria-label={`${t('plan.sponsor')} ${t('custom.title')}`}
          variant="light"
          fullWidth
          mt="auto"
        >
          {t('plan.sponsor')}
        </ButtonLink>
      </Stack>
    </Paper>
  );
}
