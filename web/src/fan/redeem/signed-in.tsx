import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../app/session.ts';
import { ButtonLink } from '../../components/links.tsx';

/** A part for signed-in users. A guest signs in and comes back here, with the code that the address may carry. */
export function SignedIn({ children }: { children: (user_id: string) => ReactNode }) {
  const { t } = useTranslation('redeem');
  const back = useLocation({ select: ({ href }) => href });
  const profile = useProfile();
  // The user is not loaded yet: neither the form nor the link to sign in.
  if (profile === undefined) return <Skeleton height={180} radius="lg" />;
  if (profile !== null) return children(profile.user.user_id);
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
