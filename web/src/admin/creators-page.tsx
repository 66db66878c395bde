import { Badge, Button, EmptyState, Group, Paper, Stack, Text } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WaitingCreator } from '#services/api/contract/admin.ts';
import { adminPages, waitingCreatorsQuery } from '../api/admin.ts';
import { CERTIFICATION } from '../api/certification.ts';
import { useFormats } from '../language/use-formats.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Pages } from '../parts/pages.tsx';
import { Shapes } from '../parts/shapes.tsx';
import { SideDrawer } from '../parts/side-drawer.tsx';
import { ApplicationReview } from './application-review.tsx';

/** What the page shows, as it stands in the address. */
export interface CreatorsSearch {
  page?: number | undefined;
  /** The application that is open. */
  review?: string | undefined;
}

interface Props {
  search: CreatorsSearch;
  onSearch: (search: CreatorsSearch) => void;
}

/** /admin/creators: creators who ask to be certified, longest waiting first. */
export function CreatorsPage({ search, onSearch }: Props) {
  const { t } = useTranslation('staff');
  const { page = 1, review } = search;
  const query = useQuery(waitingCreatorsQuery(page));
  const open = query.data?.list.find(({ application_id }) => application_id === review);
  const close = () => onSearch({ page: search.page });
  return (
    <>
      <PageHead title={t('certify.title')} text={t('certify.text')} />
      <Loaded
        query={query}
        skeleton={
          <Stack gap="xs">
            <Shapes count={4} height={72} />
          </Stack>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={
          <EmptyState
            variant="light"
            py={48}
            icon={<IconRosetteDiscountCheck aria-hidden />}
            title={t('certify.none')}
            description={t('certify.noneText')}
          />
        }
      >
        {({ list, total_count }) => (
          <Stack gap="xs">
            <Text size="sm" c="dimmed" className="figures" role="status">
              {t('certify.found', { count: total_count })}
            </Text>
            {list.map((one) => (
              <WaitingRow
                key={one.application_id}
                one={one}
                onOpen={() => onSearch({ ...search, review: one.application_id })}
              />
            ))}
            <Pages
              total={adminPages(total_count)}
              page={page}
              onPage={(chosen) => onSearch({ page: chosen })}
            />
          </Stack>
        )}
      </Loaded>
      <SideDrawer title={open && t('certify.reviewOf', { name: open.name })} width={520} onClose={close}>
        {open !== undefined && <ApplicationReview key={open.application_id} one={open} onDone={close} />}
      </SideDrawer>
    </>
  );
}

function WaitingRow({ one, onOpen }: { one: WaitingCreator; onOpen: () => void }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const { name, status, submitted_at } = one;
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={650}>{name}</Text>
            {status === CERTIFICATION.onHold && (
              <Badge variant="light" color="orange">
                {t('certify.held')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" className="figures">
            {t('certify.since', { time: formats.dateTime(submitted_at) })}
          </Text>
        </div>
        <Button variant="light" size="xs" aria-label={t('certify.reviewOf', { name })} onClick={onOpen}>
          {t('certify.review')}
        </Button>
      </Group>
    </Paper>
  );
}
