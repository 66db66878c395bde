import { Badge } from '@mantine/core';
import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminPages, waitingCreatorsQuery } from '../api/admin.ts';
import { CERTIFICATION } from '../api/certification.ts';
import { ListPage } from '../components/list-page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { SideDrawer } from '../components/side-drawer.tsx';
import { WaitingRow } from '../components/waiting-row.tsx';
import { useFormats } from '../language/use-formats.ts';
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
  const formats = useFormats();
  const { page = 1, review } = search;
  const query = useQuery(waitingCreatorsQuery(page));
  const open = query.data?.list.find(({ application_id }) => application_id === review);
  const close = () => onSearch({ page: search.page });
  return (
    <>
      <PageHead title={t('certify.title')} text={t('certify.text')} />
      <ListPage
        query={query}
        waiting={{ count: 4, height: 72 }}
        nothing={{
          icon: <IconRosetteDiscountCheck aria-hidden />,
          title: t('certify.none'),
          text: t('certify.noneText'),
        }}
        found={({ total_count }) => t('certify.found', { count: total_count })}
        pagesOf={adminPages}
        page={page}
        onPage={(chosen) => onSearch({ page: chosen })}
      >
        {({ list }) =>
          list.map(({ application_id, name, status, submitted_at }) => (
            <WaitingRow
              key={application_id}
              name={name}
              badge={status === CERTIFICATION.onHold && <Held />}
              since={t('certify.since', { time: formats.dateTime(submitted_at) })}
              open={t('certify.review')}
              openLabel={t('certify.reviewOf', { name })}
              onOpen={() => onSearch({ ...search, review: application_id })}
            />
          ))
        }
      </ListPage>
      <SideDrawer title={open && t('certify.reviewOf', { name: open.name })} width={520} onClose={close}>
        {open !== undefined && <ApplicationReview key={open.application_id} one={open} onDone={close} />}
      </SideDrawer>
    </>
  );
}

function Held() {
  const { t } = useTranslation('staff');
  return (
    <Badge variant="light" color="orange">
      {t('certify.held')}
    </Badge>
  );
}
