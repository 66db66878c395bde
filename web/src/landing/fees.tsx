import { Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useLocale } from '../language/use-locale.ts';

/** The parts of what a fan pays (overview specification 1): 94 % creator, 1 % payment, 5 % service. */
const PARTS = [
  { key: 'creator', percent: 94, color: 'brand.6' },
  { key: 'payment', percent: 1, color: 'gray.6' },
  { key: 'service', percent: 5, color: 'orange.5' },
] as const;

/** Where a hundred yuan go. */
export function Fees() {
  const { t, formats } = useLocale('landing');
  return (
    <Paper component="section" id="fees" withBorder p={{ base: 'lg', sm: 'xl' }} aria-labelledby="fees-title">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="lg">
        <Stack gap="xs">
          <Title order={2} id="fees-title">
            {t('fees.title')}
          </Title>
          <Text c="dimmed">{t('fees.text')}</Text>
        </Stack>
        <Stack gap="md" justify="center">
          <Progress.Root size={28} radius="xl" aria-hidden>
            {PARTS.map(({ key, percent, color }) => (
              <Progress.Section key={key} value={percent} color={color} aria-hidden />
            ))}
          </Progress.Root>
          <Group justify="space-between" gap="md">
            {PARTS.map(({ key, percent, color }) => (
              <Group key={key} gap={8} wrap="nowrap">
                <span
                  aria-hidden
                  style={{
                    width: 12,
                    height: 12,
                    borderRadius: 4,
                    background: `var(--mantine-color-${color.replace('.', '-')})`,
                  }}
                />
                <Text size="sm">{t(`fees.${key}`)}</Text>
                <Text size="sm" fw={650} className="figures">
                  {formats.percent(percent / 100)}
                </Text>
              </Group>
            ))}
          </Group>
        </Stack>
      </SimpleGrid>
    </Paper>
  );
}
