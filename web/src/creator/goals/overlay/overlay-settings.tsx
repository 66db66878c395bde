import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getOverlay } from '#services/contract/goals/overlay.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { LinkPart } from './link-part.tsx';
import { StyleForm } from './style-form.tsx';

/** /setting/overlay: the link for streaming programs, how the overlay looks, and a test. */
export function OverlaySettings() {
  const { t } = useTranslation('goals');
  const query = useQuery(queryOf(getOverlay, {}));
  return (
    <>
      <PageHead title={t('overlayPage.title')} text={t('overlayPage.text')} />
      <Loaded
        query={query}
        skeleton={
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Skeleton height={420} radius="lg" />
            <Skeleton height={420} radius="lg" />
          </SimpleGrid>
        }
      >
        {({ token, style }) => (
          <Stack gap="lg">
            <LinkPart token={token} />
            <StyleForm saved={style} token={token} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}
