import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import {
  approveRefundRequest,
  declineRefundRequest,
  type OrderToRefund,
  type RefundRequest,
} from '#services/contract/refunds/calls.ts';
import { call } from '../../api/client.ts';
import { useMutation } from '../../api/queries.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useProfile } from '../../app/session.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useAsOf } from '../frame/as-of.ts';

/** Refunds of the order that one person has requested and another decides. */
export function RequestsPart({ order }: { order: OrderToRefund }) {
  const { t } = useLocale('finance');
  const past = useAsOf() !== undefined;
  const reader = useProfile()?.user.user_id;
  const { out_trade_no, requests, fan, creator, partner } = order;
  if (requests.length === 0) return null;
  // Nobody decides about their own money.
  const theirs = [fan, creator, partner].some((person) => person?.user_id === reader);
  return (
    <Section title={t('refunds.requests.title')} text={t('refunds.requests.text')}>
      {requests.map((request) => (
        <Request key={request.refund_id} request={request}>
          {!past && !theirs && <Verdict out_trade_no={out_trade_no} request={request} />}
        </Request>
      ))}
    </Section>
  );
}

function Request({ request, children }: { request: RefundRequest; children: ReactNode }) {
  const { t, formats } = useLocale('finance');
  const { amount, reason, by, time } = request;
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="sm">
        <Text className="figures" fw={650}>
          −{formats.money(amount)}
        </Text>
        <Text style={{ overflowWrap: 'anywhere' }}>{reason}</Text>
        <Text className="footnote figures">
          {t('refunds.requests.by', { name: by.name || by.user_id, time: formats.dateTime(time) })}
        </Text>
        {children}
      </Stack>
    </Paper>
  );
}

/** The requester can withdraw it, but not approve it. */
function Verdict({ out_trade_no, request }: { out_trade_no: string; request: RefundRequest }) {
  const { t, formats } = useLocale(['finance', 'staff']);
  const own = useProfile()?.user.user_id === request.by.user_id;
  const decide = useMutation({
    mutationFn: (verdict: { approve: true } | { approve: false; reason: string }) => {
      const named = { out_trade_no, refund_id: request.refund_id };
      return verdict.approve
        ? call(approveRefundRequest, named)
        : call(declineRefundRequest, { ...named, reason: verdict.reason });
    },
    meta: { quiet: true },
  });
  const [declining, setDeclining] = useState(false);
  const amount = formats.money(request.amount);
  const approve = () =>
    decide.mutate(
      { approve: true },
      {
        onSuccess: () =>
          notifications.show({ color: 'green', message: t('refunds.requests.approved', { amount }) }),
      },
    );
  const decline = t(own ? 'refunds.requests.withdraw' : 'refunds.requests.decline');
  if (declining) {
    return (
      <ReasonForm
        about={null}
        name={decline}
        hint={t('staff:reason.hint')}
        yes={decline}
        grave
        send={decide}
        requestOf={(reason) => ({ approve: false, reason })}
        saved={t(`refunds.requests.${own ? 'withdrawn' : 'declined'}`, { amount })}
        onClose={() => setDeclining(false)}
      />
    );
  }
  return (
    <>
      {own && <Text size="sm">{t('refunds.requests.own')}</Text>}
      {decide.error !== null && (
        <Alert role="alert" color="red" radius="lg">
          {sentenceOf(decide.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => {
            decide.reset();
            setDeclining(true);
          }}
        >
          {decline}
        </Button>
        {!own && (
          <Button loading={decide.isPending} onClick={approve}>
            {t('refunds.requests.approve', { amount })}
          </Button>
        )}
      </Group>
    </>
  );
}
