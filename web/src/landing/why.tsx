import { Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconHeartHandshake, IconPalette, IconReceipt2, IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const REASONS = [
  { key: 'membership', icon: IconSparkles },
  { key: 'content', icon: IconPalette },
  { key: 'connection', icon: IconHeartHandshake },
  { key: 'fees', icon: IconReceipt2 },
] as const;

/** Membership, content, connection and fees. */
export function Reasons() {
  const { t } = useTranslation('landing');
  return (
    <Stack component="section" gap="lg" aria-labelledby="why">
      <Title order={2} id="why">
        {t('why.title')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
        {REASONS.map(({ key, icon: Icon }) => (
          <Paper key={key} withBorder p="lg">
            <ThemeIcon size={48} radius="lg" variant="light">
              <Icon size={26} aria-hidden />
            </ThemeIcon>
            <Title order={3} mt="md">
              {t(`why.${key}.title`)}
            </Title>
            <Text className="hint" mt={4} lh={1.7}>
              {t(`why.${key}.text`)}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
