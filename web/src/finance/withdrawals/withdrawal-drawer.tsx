import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { queryOf } from '../../api/queries.ts';
import { Loaded } from '../../components/loaded.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useAsOf } from '../frame/as-of.ts';
import { CoverPart } from './cover-part.tsx';
import { DisputePart } from './dispute-part.tsx';
import { FactsPart } from './facts-part.tsx';
import { PayeePart } from './payee-part.tsx';
import { ReviewPart } from './review-part.tsx';
import { StoryPart } from './story-part.tsx';

interface Props {
  /** Closed without one. */
  order_id: string | undefined;
  /** Opens another withdrawal: the one before, or the one in its place. */
  onOpen: (order_id: string) => void;
  /** Narrows the list to its creator. */
  onOfCreator: (user_id: string) => void;
  onClose: () => void;
}

/** A withdrawal: facts, decision, payee, and story. */
export function WithdrawalDrawer({ order_id, onClose, ...rest }: Props) {
  const { t } = useTranslation('withdrawals-payouts');
  return (
    <SideDrawer title={order_id && t('one')} width={560} onClose={onClose}>
      {order_id !== undefined && <One key={order_id} order_id={order_id} {...rest} />}
    </SideDrawer>
  );
}

function One({ order_id, onOpen, onOfCreator }: Omit<Props, 'onClose' | 'order_id'> & { order_id: string }) {
  const as_of = useAsOf();
  const query = useQuery(queryOf(getWithdrawal, { id: order_id, as_of }));
  return (
    <Loaded query={query} height={480}>
      {({ withdrawal, story }) => (
        <Stack gap="md">
          <FactsPart
            one={withdrawal}
            rejected={story.some(({ what }) => what === 'rejected')}
            onOpen={onOpen}
            onOfCreator={onOfCreator}
          />
          <CoverPart one={withdrawal} />
          <DisputePart one={withdrawal} present={as_of === undefined} />
          {as_of === undefined && (
            <>
              <ReviewPart one={withdrawal} />
              <PayeePart order_id={order_id} />
            </>
          )}
          <StoryPart story={story} onOpen={onOpen} />
        </Stack>
      )}
    </Loaded>
  );
}
