import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { PageSearch, SearchState } from '../../shell/search.ts';
import { RecordList } from './record-list.tsx';

const RECORDS_A_PAGE = 20;

/** /setting/withdraw: every withdrawal there ever was. */
export function RecordsPage({ search: { page = 1 }, onSearch }: SearchState<PageSearch>) {
  const { t } = useTranslation('withdrawals');
  const toWithdraw = (
    <ButtonLink to="/withdraw" variant="light">
      {t('records.toWithdraw')}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={t('records.title')} text={t('records.text')}>
        {toWithdraw}
      </PageHead>
      <RecordList
        page={page}
        perPage={RECORDS_A_PAGE}
        action={toWithdraw}
        onPage={(chosen) => onSearch({ page: chosen })}
      />
    </>
  );
}
