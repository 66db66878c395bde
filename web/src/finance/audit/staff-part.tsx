import { Select } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listStaffActions } from '#services/contract/staff/staff-actions.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { useStaffActionColumns } from '../../components/staff/staff-action-columns.tsx';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useAsOf } from '../frame/as-of.ts';
import { STAFF_AREAS, type StaffArea } from './staff-areas.ts';

/** Few: other parts of the page come after them. */
const A_PAGE = 10;

interface Props {
  area: StaffArea | undefined;
  page: number;
  onArea: (area: StaffArea | undefined) => void;
  onPage: (page: number) => void;
}

/** Staff actions, newest first, each with its position. */
export function StaffPart({ area, page, onArea, onPage }: Props) {
  const { t, formats } = useLocale('staff');
  const as_of = useAsOf();
  const actions = (at: number) => queryOf(listStaffActions, { area, page: at, per_page: A_PAGE, as_of });
  const query = useQuery(actions(page));
  const columns = useStaffActionColumns({
    amounts: query.data?.list.some(({ amount }) => amount !== null) ?? false,
    position: (position) => (
      <AnchorLink
        to="/finance/audit"
        search={(search) => ({ ...search, proof: String(position) })}
        size="sm"
        underline="always"
      >
        {formats.number(position)}
      </AnchorLink>
    ),
  });
  return (
    <Section
      title={t('acts.title')}
      text={t('acts.text')}
      aside={
        <Select
          aria-label={t('acts.area')}
          placeholder={t('acts.all')}
          clearable
          clearButtonProps={{ 'aria-label': t('acts.all') }}
          data={STAFF_AREAS.map((value) => ({ value, label: t(`area.${value}`) }))}
          value={area ?? null}
          onChange={(chosen) => onArea(STAFF_AREAS.find((one) => one === chosen))}
        />
      }
    >
      <TablePage
        part="staff_"
        label={t('acts.title')}
        columns={columns}
        rowKey={({ position }) => String(position)}
        queryOf={actions}
        perPage={A_PAGE}
        page={page}
        onPage={onPage}
        nothing={{ icon: <IconUsersGroup aria-hidden />, title: t('acts.none'), text: t('acts.noneText') }}
        small
        file="staff-actions"
      />
    </Section>
  );
}
