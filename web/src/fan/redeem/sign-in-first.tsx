import { Paper, Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';

/** A guest signs in and comes back here, with the code that the address may carry. */
export function SignInFirst() {
  const { t } = useTranslation('redeem');
  const back = useLocation({ select: ({ href }) => href });
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Text>{t('fan.signInText')}</Text>
        <ButtonLink to="/login" search={{ back }} size="lg">
          {t('fan.signIn')}
        </ButtonLink>
      </Stack>
    </Paper>
  );
}
