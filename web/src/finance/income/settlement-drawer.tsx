import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getSettlement } from '#services/api/books/contract/books.ts';
import { queryOf } from '../../api/queries.ts';
import { Loaded } from '../../components/loaded.tsx';
import { Pages } from '../../components/pages.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { EvidencePart } from './evidence-part.tsx';
import { LineList } from './line-list.tsx';
import { SumsPart } from './sums-part.tsx';

interface Props {
  month: string;
  /** The creator; closed without one. */
  user_id: string | undefined;
  /** Of its lines. */
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** One creator's month: its sums, the evidence, and its lines. */
export function SettlementDrawer({ month, user_id, page, onPage, onClose }: Props) {
  const { t } = useTranslation('settlements');
  const formats = useFormats();
  return (
    <SideDrawer
      title={user_id && t('oneTitle', { month: formats.month(month) })}
      width={960}
      onClose={onClose}
    >
      {user_id !== undefined && <One month={month} user_id={user_id} page={page} onPage={onPage} />}
    </SideDrawer>
  );
}

function One({
  month,
  user_id,
  page,
  onPage,
}: Pick<Props, 'month' | 'page' | 'onPage'> & { user_id: string }) {
  const query = useQuery(queryOf(getSettlement, { month, user_id, page }));
  return (
    <Loaded query={query} height={480}>
      {({ settlement, because, recomputed, lines, total_count }) => (
        <Stack gap="md">
          <SumsPart settlement={settlement} />
          <EvidencePart
            settlement={settlement}
            because={because}
            recomputed={recomputed}
            onAgain={() => void query.refetch()}
          />
          <LineList lines={lines} count={total_count} />
          <Pages total={total_count} page={page} onPage={onPage} />
        </Stack>
      )}
    </Loaded>
  );
}
