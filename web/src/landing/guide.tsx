import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './guide.module.css';

const STEPS = ['one', 'two', 'three'] as const;

/** How a creator begins. */
export function Guide() {
  const { t } = useTranslation('landing');
  return (
    <Stack component="section" gap="lg" aria-labelledby="guide">
      <Title order={2} id="guide">
        {t('guide.title')}
      </Title>
      <SimpleGrid component="ol" className={classes.steps} cols={{ base: 1, sm: 3 }} spacing="lg">
        {STEPS.map((step, index) => (
          <Group component="li" key={step} align="flex-start" wrap="nowrap" gap="md">
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
            <div>
              <Title order={3}>{t(`guide.${step}.title`)}</Title>
              <Text className="hint" lh={1.7}>
                {t(`guide.${step}.text`)}
              </Text>
            </div>
          </Group>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
