import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, type LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import {
  getMyCheck,
  listMyMessages,
  type OwnMessage,
  readMyMessages,
} from '#services/contract/messages/calls.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { NoticeFrame } from './notice-frame.tsx';

const route = getRouteApi('/notice');

/** Where the subject of a message is dealt with. */
const PLACES: Readonly<Partial<Record<OwnMessage['template'], LinkProps['to']>>> = {
  password_changed: '/setting/account',
  totp_on: '/setting/security',
  totp_off: '/setting/security',
  factors_removed: '/setting/security',
  all_factors_removed: '/setting/security',
  password_changed_factors_stay: '/setting/security',
  recovery_codes_renewed: '/setting/security',
  recovery_code_used: '/setting/security',
  passkey_added: '/setting/security',
  passkey_removed: '/setting/security',
  passkey_copied: '/setting/security',
  payee_changed: '/setting/withdraw',
  affiliate_ended: '/setting/aff',
  certification_approved: '/compose',
  certification_rejected: '/apply/certify',
  certification_revoked: '/apply/certify',
  order_refunded: '/dashboard/order',
  late_payment_returned: '/dashboard/order',
  case_answered: '/dashboard/order',
  case_waiting: '/dashboard/requests',
  case_due: '/dashboard/requests',
  case_due_staff: '/support/cases',
  refund_failed: '/dashboard/order',
  payment_disputed: '/order/received',
  dispute_won: '/order/received',
  dispute_lost: '/order/received',
  replies_arrived: '/dashboard/order',
  replies_ran_out: '/setting/plan',
  withdrawal_paid: '/withdraw',
  withdrawal_failed: '/withdraw',
  withdrawal_rejected: '/withdraw',
  bank_card_approved: '/setting/withdraw',
  bank_card_rejected: '/setting/withdraw',
  membership_ending: '/dashboard/sponsoring',
  membership_ended: '/dashboard/sponsoring',
  membership_renews: '/dashboard/agreements',
  membership_renewed: '/dashboard/agreements',
  renewal_failed: '/dashboard/agreements',
  renewal_ended: '/dashboard/agreements',
  weekly_summary: '/dashboard/analytics',
  webhook_paused: '/dashboard/dev',
  order_paid: '/dashboard/order',
  tickets_issued: '/dashboard/ticket',
  ticket_holder_changed: '/dashboard/ticket',
  event_moved: '/dashboard/ticket',
  event_withdrawn: '/dashboard/ticket',
  event_refunded: '/dashboard/ticket',
  parcel_sent: '/dashboard/order',
  order_received: '/dashboard/order',
  new_sale: '/order/received',
  daily_sales: '/dashboard/analytics',
};

/** /notice: the platform's messages to the person. Opening the page marks its messages as read. */
export function MessagesPage() {
  const { t } = useLocale('messages');
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  // No read model changes with a message: each visit reads them again.
  const query = useQuery(queryOf(listMyMessages, { page }, { staleTime: 0 }));
  // The list itself is not read again: its messages stay marked as new while they are looked at.
  const { mutate } = useCall(readMyMessages, { quiet: true, refresh: false });
  const newest = query.data?.list.find(({ unread }) => unread)?.message_id;
  useEffect(() => {
    if (newest === undefined) return;
    const onSuccess = () => void client.invalidateQueries({ queryKey: [getMyCheck.path] });
    mutate({ message_id: newest }, { onSuccess });
  }, [newest, mutate, client]);
  return (
    <NoticeFrame here="message" title={t('title')} text={t('text')}>
      <Collection
        query={query}
        waiting={{ count: 3, height: 96 }}
        nothing={{ icon: <IconBell aria-hidden />, title: t('empty'), text: t('emptyText') }}
        gap="sm"
        page={page}
        onPage={(chosen) => void navigate({ search: { page: chosen } })}
      >
        {({ list }) => list.map((message) => <MessageCard key={message.message_id} message={message} />)}
      </Collection>
    </NoticeFrame>
  );
}

function MessageCard({ message: { template, subject, text, create_time, unread } }: { message: OwnMessage }) {
  const { t, formats } = useLocale('messages');
  const to = PLACES[template];
  const title = subject === '' ? t('unreadable') : subject;
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" gap={8}>
        <Group gap={8}>
          <Title order={2} fz="md">
            {to === undefined ? title : <AnchorLink to={to}>{title}</AnchorLink>}
          </Title>
          {unread && <Badge>{t('new')}</Badge>}
        </Group>
        <Text className="hint figures">{formats.dateTime(create_time)}</Text>
      </Group>
      {text !== '' && (
        <Text mt={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {text}
        </Text>
      )}
    </Paper>
  );
}
