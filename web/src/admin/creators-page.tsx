import { Badge, Button, Modal } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { listCertifications, type WaitingCreator } from '#services/contract/staff/admin.ts';
import { queryOf } from '../api/queries.ts';
import { PageHead } from '../components/page-head.tsx';
import { SideDrawer } from '../components/side-drawer.tsx';
import type { Column } from '../components/table/columns.ts';
import { TablePage } from '../components/table/table-page.tsx';
import type { SearchState } from '../shell/search.ts';
import { ApplicationReview } from './application-review.tsx';
import { RecommendForm } from './recommend-form.tsx';

/** No event announces a new application. */
const POLL_MS = 30_000;
const waiting = (page: number) => queryOf(listCertifications, { page }, { refetchInterval: POLL_MS });

/** Search parameters of the page. */
export interface CreatorsSearch {
  page?: number | undefined;
  /** The application that is open. */
  review?: string | undefined;
}

/** /admin/creators: creators who ask to be certified, longest waiting first. */
export function CreatorsPage({ search, onSearch }: SearchState<CreatorsSearch>) {
  const { t } = useTranslation(['staff', 'shell']);
  const { page = 1, review } = search;
  const columns: Column<WaitingCreator>[] = [
    { id: 'name', head: t('shell:table.name'), kind: 'name', value: ({ name }) => name },
    {
      id: 'status',
      head: t('shell:table.status'),
      kind: 'status',
      value: ({ status }) => t(isHeld(status) ? 'certify.held' : 'certify.waiting'),
      cell: ({ status }) => <Status status={status} />,
    },
    { id: 'since', head: t('certify.asked'), kind: 'time', value: ({ submitted_at }) => submitted_at },
  ];
  const query = useQuery(waiting(page));
  const open = query.data?.list.find(({ application_id }) => application_id === review);
  const close = () => onSearch({ page: search.page });
  const [recommending, setRecommending] = useState(false);
  const leave = () => setRecommending(false);
  return (
    <>
      <PageHead title={t('certify.title')} text={t('certify.text')}>
        <Button variant="default" onClick={() => setRecommending(true)}>
          {t('recommend.open')}
        </Button>
      </PageHead>
      <TablePage
        queryOf={waiting}
        label={t('certify.title')}
        columns={columns}
        rowKey={({ application_id }) => application_id}
        onOpen={({ application_id }) => onSearch({ ...search, review: application_id })}
        actions={({ application_id, name }) => (
          <Button
            variant="default"
            size="xs"
            aria-label={`${t('certify.review')} ${name}`}
            onClick={() => onSearch({ ...search, review: application_id })}
          >
            {t('certify.review')}
          </Button>
        )}
        openLabel={({ name }) => t('certify.reviewOf', { name })}
        page={page}
        onPage={(chosen) => onSearch({ page: chosen })}
        nothing={{
          icon: <IconRosetteDiscountCheck aria-hidden />,
          title: t('certify.none'),
          text: t('certify.noneText'),
        }}
        found={({ total_count }) => t('certify.found', { count: total_count })}
        file="certification"
      />
      <SideDrawer title={open && t('certify.reviewOf', { name: open.name })} width={520} onClose={close}>
        {open !== undefined && <ApplicationReview key={open.application_id} one={open} onDone={close} />}
      </SideDrawer>
      <Modal opened={recommending} onClose={leave} title={t('recommend.title')}>
        <RecommendForm onClose={leave} />
      </Modal>
    </>
  );
}

const isHeld = (status: WaitingCreator['status']): boolean => status === CERTIFICATION_STATUS.on_hold;

function Status({ status }: Pick<WaitingCreator, 'status'>) {
  const { t } = useTranslation('staff');
  const held = isHeld(status);
  return <Badge color={held ? 'orange' : 'blue'}>{t(held ? 'certify.held' : 'certify.waiting')}</Badge>;
}
