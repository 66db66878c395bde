import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getDifference } from '#services/api/books/contract/statements.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { useAsOf } from '../../frame/as-of.ts';
import { ItemFacts } from './item-facts.tsx';
import { ItemHistory } from './item-history.tsx';
import { LinesPart } from './lines-part.tsx';
import { ReviewPart } from './review-part.tsx';

/** A move of money: both amounts, the provider's lines, the resolution, and its history. */
export function ItemDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('reconciliation');
  return (
    <SideDrawer title={id && t('item.title')} width={560} onClose={onClose}>
      {id !== undefined && <One key={id} id={id} />}
    </SideDrawer>
  );
}

function One({ id }: { id: string }) {
  const { t } = useTranslation('reconciliation');
  const as_of = useAsOf();
  const query = useQuery(queryOf(getDifference, { id }));
  return (
    <Loaded query={query} height={480}>
      {({ item, past, lines }) => (
        <Stack gap="md">
          {as_of !== undefined && <Alert color="orange">{t('item.asNow')}</Alert>}
          {item !== null && <ItemFacts item={item} />}
          {item !== null && as_of === undefined && <ReviewPart item={item} />}
          {lines.length > 0 && <LinesPart lines={lines} />}
          <ItemHistory past={past} />
        </Stack>
      )}
    </Loaded>
  );
}
