import { Badge, Box, Group, Paper, Progress, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconBolt, IconHeartFilled } from '@tabler/icons-react';
import { PersonPicture } from '../components/pictures/person-picture.tsx';
import { Picture } from '../components/pictures/picture.tsx';
import { useLocale } from '../language/use-locale.ts';
import classes from './hero.module.css';

/** A picture of the product, made of its components; decorative. */
export function SampleScene() {
  const { t, formats } = useLocale('landing');
  return (
    <Box className={classes.scene} aria-hidden>
      <Paper className={classes.sheet}>
        <Picture src="" alt="" seed="evening" ratio={2.1} />
        <Stack gap="sm" p="lg">
          <Group wrap="nowrap" mt={-52}>
            <Box p={4} bg="var(--fw-raised)" style={{ borderRadius: 999 }}>
              <PersonPicture name={t('sample.name')} src="" seed="star" size={64} />
            </Box>
          </Group>
          <div>
            <Text fw={650} fz={18}>
              {t('sample.name')}
            </Text>
            <Text className="hint">{t('sample.doing')}</Text>
          </div>
          <Group
            justify="space-between"
            wrap="nowrap"
            p="sm"
            bg="var(--fw-wash)"
            style={{ borderRadius: 12 }}
          >
            <Group gap="xs" wrap="nowrap">
              <ThemeIcon variant="light" radius="xl">
                <IconHeartFilled size={16} />
              </ThemeIcon>
              <Text size="sm">{t('sample.plan')}</Text>
            </Group>
            <Badge size="lg" variant="filled" style={{ flexShrink: 0 }}>
              {formats.money('30.00')}
            </Badge>
          </Group>
        </Stack>
      </Paper>
      <Paper className={`${classes.float} ${classes.toast}`} p="sm" radius="xl" withBorder>
        <Group gap="xs" wrap="nowrap">
          <ThemeIcon radius="xl" size={32}>
            <IconBolt size={18} />
          </ThemeIcon>
          <div>
            <Text className="footnote">{t('sample.toast')}</Text>
            <Text size="sm" fw={650} className="figures">
              {t('sample.toastAmount')}
            </Text>
          </div>
        </Group>
      </Paper>
      <Paper className={`${classes.float} ${classes.month}`} p="md" withBorder>
        <Text className="footnote">{t('sample.month')}</Text>
        <Text fw={650} fz={22} className="figures">
          {formats.money('8640.00')}
        </Text>
        <Progress value={72} mt={8} />
        <Text size="xs" c="var(--fw-good)" mt={8}>
          {t('sample.growth')}
        </Text>
      </Paper>
    </Box>
  );
}
