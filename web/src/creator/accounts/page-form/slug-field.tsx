import { Group, Loader, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSlugState } from './slug-state.ts';

interface Props extends TextInputProps {
  /** The typed text. */
  slug: string;
  /** The slug that the caller already has, `""` for none. */
  own: string;
}

/** The page's address: the input, its preview, and whether it is free. */
export function SlugField({ own, slug, ...input }: Props) {
  const { t } = useTranslation('studio');
  const state = useSlugState(slug, own);
  const marks = {
    own: <IconCircleCheck size={18} color="var(--fw-good)" aria-hidden />,
    free: <IconCircleCheck size={18} color="var(--fw-good)" aria-hidden />,
    taken: <IconCircleX size={18} color="var(--fw-bad)" aria-hidden />,
    asking: <Loader size={16} />,
    short: undefined,
  };
  return (
    <Stack gap={6}>
      <TextInput
        {...input}
        label={t('page.slug')}
        description={t('page.slugHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        required
        leftSection={<Text c="dimmed">/a/</Text>}
        leftSectionWidth={40}
        rightSection={marks[state]}
      />
      <Group gap={6} wrap="nowrap" c="dimmed" align="flex-start">
        <IconLink size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
        <Text size="sm" role="status">
          {`${location.host}/a/${slug === '' ? t('page.slugSample') : slug}`}
          {state !== 'short' && state !== 'asking' && (
            <Text span inherit c={state === 'taken' ? 'var(--fw-bad)' : 'var(--fw-good)'}>
              {' · '}
              {t(`page.slugState.${state}`)}
            </Text>
          )}
        </Text>
      </Group>
    </Stack>
  );
}
