import { Group, Loader, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EC, isRefusal } from '../../api/refusal.ts';
import { creatorBySlugQuery } from '../../components/catalog/person-queries.ts';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useCreator } from '../frame/creator-guard.ts';
import { slugIn } from './code-values.ts';

interface Props extends TextInputProps {
  /** The typed text. */
  page: string;
}

const TYPING_MS = 350;

/** The partner by the page's address, with its owner, so that no other creator gets the money. */
export function PartnerField({ page, ...input }: Props) {
  const { t } = useTranslation('affiliates');
  const own = useCreator()?.url_slug ?? '';
  const [slug] = useDebouncedValue(slugIn(page), TYPING_MS);
  const self = slug !== '' && slug.toLowerCase() === own.toLowerCase();
  const enabled = slug !== '' && !self;
  const found = useQuery(creatorBySlugQuery(slug, enabled));
  const unknown = enabled && isRefusal(found.error, EC.notFound, EC.badInput);
  return (
    <Stack gap={8}>
      <TextInput
        {...input}
        label={t('form.partner')}
        description={t('form.partnerHint')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        leftSection={<Text c="dimmed">/a/</Text>}
        leftSectionWidth={40}
        rightSection={enabled && found.isFetching ? <Loader size={16} /> : undefined}
      />
      <div role="status">
        {enabled && found.data !== undefined && (
          <Group gap={8} wrap="nowrap">
            <PersonPicture
              name={found.data.name}
              src={found.data.avatar}
              seed={found.data.user_id}
              size={32}
            />
            <Text size="sm" fw={650}>
              {found.data.name}
            </Text>
          </Group>
        )}
        {(self || unknown) && (
          <Text size="sm" c="var(--fw-bad)">
            {t(self ? 'form.partnerSelf' : 'form.partnerUnknown')}
          </Text>
        )}
      </div>
    </Stack>
  );
}
