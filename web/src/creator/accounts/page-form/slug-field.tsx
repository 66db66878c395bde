import { Group, Loader, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCircleCheck, IconCircleX, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getProfileBySlug, RESERVED_SLUGS } from '#services/contract/catalog/creators.ts';
import { call } from '../../../api/client.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';

interface Props extends TextInputProps {
  /** The typed text. */
  slug: string;
  /** The slug that the caller already has, `""` for none. */
  own: string;
}

/** The page's address: the input, its preview, and whether it is free. */
export function SlugField({ own, slug, ...input }: Props) {
  const { t } = useTranslation('creator');
  const found = useSlugState(slug, own);
  // The refusal is said by the field.
  const state = input.error ? 'short' : found;
  const marks = {
    own: <IconCircleCheck size={18} color="var(--fw-good)" aria-hidden />,
    free: <IconCircleCheck size={18} color="var(--fw-good)" aria-hidden />,
    taken: <IconCircleX size={18} color="var(--fw-bad)" aria-hidden />,
    wrong: <IconCircleX size={18} color="var(--fw-bad)" aria-hidden />,
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
            <Text
              span
              inherit
              c={state === 'taken' || state === 'wrong' ? 'var(--fw-bad)' : 'var(--fw-good)'}
            >
              {' · '}
              {t(`page.slugState.${state}`)}
            </Text>
          )}
        </Text>
      </Group>
    </Stack>
  );
}

/** `own`: it is already the caller's; `short`: not yet a slug; `wrong`: a sign that no slug has. */
type SlugState = 'own' | 'short' | 'asking' | 'free' | 'taken' | 'wrong';

const SLUG = /^[0-9A-Za-z]{5,32}$/;
const WRONG = /[^0-9A-Za-z]/;
const TYPING_MS = 350;

/** Whether this slug is free; the server decides when it is saved. */
function useSlugState(slug: string, own: string): SlugState {
  const [settled] = useDebouncedValue(slug, TYPING_MS);
  const same = slug.toLowerCase() === own.toLowerCase() && own !== '';
  const worth = SLUG.test(settled) && !same;
  const { data } = useQuery({
    queryKey: ['creators', 'slug-free', settled.toLowerCase()],
    queryFn: async ({ signal }) => {
      try {
        await call(getProfileBySlug, { url_slug: settled }, { signal });
        return false;
      } catch (error) {
        if (isRefusal(error, EC.notFound)) return true;
        throw error;
      }
    },
    enabled: worth,
  });
  if (same) return 'own';
  if (WRONG.test(slug)) return 'wrong';
  if (!SLUG.test(slug)) return 'short';
  if (RESERVED_SLUGS.has(slug.toLowerCase())) return 'taken';
  if (settled !== slug || data === undefined) return 'asking';
  return data ? 'free' : 'taken';
}
