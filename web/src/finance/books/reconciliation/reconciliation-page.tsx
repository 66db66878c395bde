import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHead } from '../../../components/page-head.tsx';
import type { SearchState } from '../../../shell/search.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { ItemDrawer } from './item-drawer.tsx';
import type { ItemFilter } from './item-filter.ts';
import { ItemsPart } from './items-part.tsx';
import { StatementDrawer } from './statement-drawer.tsx';
import { StatementsPart } from './statements-part.tsx';
import { UploadButton } from './upload-button.tsx';

/** Search parameters of the page. */
export interface ReconciliationSearch extends ItemFilter {
  /** The move of money that is open. */
  item?: string | undefined;
  /** The statement that is open, and the page of their list. */
  statement?: string | undefined;
  statements?: number | undefined;
}

/** /finance/reconciliation: providers' statements compared with our books. */
export function ReconciliationPage({ search, onSearch }: SearchState<ReconciliationSearch>) {
  const { t } = useTranslation('books-reconciliation');
  const { item, statement, ...rest } = search;
  const as_of = useAsOf();
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        {as_of === undefined && <UploadButton />}
      </PageHead>
      <Stack gap="md">
        <ItemsPart
          filter={rest}
          onFilter={(filter) => onSearch({ ...rest, ...filter })}
          onOpen={(id) => onSearch({ ...rest, item: id })}
        />
        <StatementsPart
          page={rest.statements ?? 1}
          onPage={(page) => onSearch({ ...rest, statements: page })}
          onOpen={(id) => onSearch({ ...rest, statement: id })}
        />
      </Stack>
      <ItemDrawer id={item} onClose={() => onSearch(rest)} />
      <StatementDrawer
        id={statement}
        onItem={(id) => onSearch({ ...rest, item: id })}
        onClose={() => onSearch(rest)}
      />
    </>
  );
}
