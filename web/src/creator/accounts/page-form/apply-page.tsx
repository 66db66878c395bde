import { Container, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconHeart, IconPackage, IconWallet } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../../app/session.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { CreatorForm } from './creator-form.tsx';

const REASONS = [
  { key: 'members', icon: IconHeart },
  { key: 'goods', icon: IconPackage },
  { key: 'fees', icon: IconWallet },
] as const;

/** /apply: a fan becomes a creator; the first plan comes next. */
export function ApplyPage() {
  const { t } = useTranslation('creator');
  const navigate = useNavigate();
  usePageTitle(t('apply.title'));
  const user = useProfile()?.user;
  if (user === undefined) return null;
  return (
    <Container size="md" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <Title order={1}>{t('apply.title')}</Title>
          <Text c="dimmed" size="lg">
            {t('apply.text')}
          </Text>
        </div>
        <SimpleGrid
          component="ul"
          cols={{ base: 1, sm: 3 }}
          spacing="md"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
        >
          {REASONS.map(({ key, icon: Icon }) => (
            <li key={key}>
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <ThemeIcon size={40} radius="xl" variant="light">
                  <Icon size={22} aria-hidden />
                </ThemeIcon>
                <div>
                  <Text fw={650}>{t(`apply.${key}`)}</Text>
                  <Text className="hint">{t(`apply.${key}Text`)}</Text>
                </div>
              </Group>
            </li>
          ))}
        </SimpleGrid>
        <CreatorForm
          user={user}
          submitLabel={t('apply.submit')}
          onSaved={() => void navigate({ to: '/dashboard/stats', search: {} })}
        />
      </Stack>
    </Container>
  );
}
