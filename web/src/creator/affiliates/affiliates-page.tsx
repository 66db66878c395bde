import { Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../app/session.ts';
import { ButtonLink } from '../../components/links.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { SearchState } from '../../shell/search.ts';
import { OrdersDrawer } from './orders-drawer.tsx';
import { OwnCodes } from './own-codes.tsx';
import { ReceivedCodes } from './received-codes.tsx';

/** Search parameters of the page. */
export interface AffiliatesSearch {
  page?: number | undefined;
  received_page?: number | undefined;
  /** The code with open orders, and their page. */
  affiliate_id?: string | undefined;
  orders_page?: number | undefined;
}

/** /setting/aff: codes that the creator gave to partners, and codes that name the creator as one. */
export function AffiliatesPage({ search, onSearch }: SearchState<AffiliatesSearch>) {
  const { t } = useTranslation('affiliates');
  const allowed = useProfile()?.rights.can_affiliate === true;
  const { affiliate_id, orders_page, ...lists } = search;
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        {allowed && (
          <ButtonLink to="/edit/aff" leftSection={<IconPlus size={18} aria-hidden />}>
            {t('add')}
          </ButtonLink>
        )}
      </PageHead>
      <Stack gap="lg">
        <OwnCodes
          allowed={allowed}
          page={search.page ?? 1}
          onPage={(page) => onSearch({ ...search, page })}
          onOrders={(id) => onSearch({ ...lists, affiliate_id: id })}
        />
        <ReceivedCodes
          page={search.received_page ?? 1}
          onPage={(received_page) => onSearch({ ...search, received_page })}
        />
      </Stack>
      <OrdersDrawer
        affiliate_id={affiliate_id}
        page={orders_page ?? 1}
        onPage={(page) => onSearch({ ...search, orders_page: page })}
        onClose={() => onSearch(lists)}
      />
    </>
  );
}
