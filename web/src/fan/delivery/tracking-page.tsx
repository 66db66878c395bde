import { Alert, Button, Container, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconPackageOff, IconZoomQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPRESS_STATUS } from '#events/status.ts';
import { getExpressProgress, type Progress } from '#services/contract/delivery/express.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { queryOf } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ParcelNews } from '../../components/delivery/parcel-news.tsx';
import { ParcelNumber } from '../../components/delivery/parcel-number.tsx';
import { ParcelWay } from '../../components/delivery/parcel-way.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { usePageTitle } from '../../shell/page-title.ts';

const route = getRouteApi('/order/delivery');

/** /order/delivery: the state of a parcel, for fan and creator, or with its number and phone. */
export function TrackingPage() {
  const { t } = useTranslation('delivery');
  usePageTitle(t('tracking.title'));
  const { out_trade_no, cart_order_no, number, mobile } = route.useSearch();
  if (out_trade_no === undefined && cart_order_no === undefined) {
    return (
      <DeadEnd
        icon={<IconPackageOff aria-hidden />}
        title={t('tracking.noOrder')}
        text={t('tracking.noOrderText')}
      >
        <ButtonLink to="/dashboard/order">{t('tracking.orders')}</ButtonLink>
      </DeadEnd>
    );
  }
  return <Tracking tracked={{ out_trade_no, cart_order_no, number, mobile }} />;
}

function Tracking({ tracked }: { tracked: InputOf<typeof getExpressProgress> }) {
  const { t } = useTranslation('delivery');
  const query = useQuery(queryOf(getExpressProgress, tracked));
  return (
    <Container size="sm" py="xl">
      <Stack gap="lg">
        <Title order={1}>{t('tracking.title')}</Title>
        {isRefusal(query.error, EC.notFound, EC.tooMany, EC.badInput) ? (
          <Ask
            // The fields keep the last query.
            key={`${tracked.number} ${tracked.mobile}`}
            refused={
              tracked.number === undefined
                ? undefined
                : isRefusal(query.error, EC.tooMany)
                  ? query.error.message
                  : t('tracking.noneText')
            }
          />
        ) : (
          <Loaded query={query} height={280}>
            {(progress) => <Found progress={progress} />}
          </Loaded>
        )}
      </Stack>
    </Container>
  );
}

function Found({ progress }: { progress: Progress }) {
  const { t } = useTranslation('delivery');
  const { out_trade_no, express_status, company_name, express_no, list, news } = progress;
  const named = t('tracking.order', { number: out_trade_no });
  // A visitor who entered number and phone may not see the order.
  const own = route.useSearch().number === undefined;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Text className="hint figures" style={{ overflowWrap: 'anywhere' }}>
          {own ? (
            <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: out_trade_no }} size="sm">
              {named}
            </AnchorLink>
          ) : (
            named
          )}
        </Text>
        {express_status === EXPRESS_STATUS.sent ? (
          <>
            <ParcelNumber company={company_name} number={express_no} />
            <ParcelWay steps={list} />
            <ParcelNews news={news} company={company_name} />
          </>
        ) : (
          <div>
            <Text fw={650}>{t('waiting')}</Text>
            <Text c="dimmed">{t('waitingText')}</Text>
          </div>
        )}
      </Stack>
    </Paper>
  );
}

/** Four digits, as carriers require. */
const DIGITS = /^\d{4}$/;

function Ask({ refused }: { refused: string | undefined }) {
  const { t } = useTranslation('delivery');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [number, setNumber] = useState(search.number ?? '');
  const [mobile, setMobile] = useState(search.mobile ?? '');
  const complete = number.trim() !== '' && (DIGITS.test(mobile.trim()) || mobile.trim().length > 4);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!complete) return;
          void navigate({ search: { ...search, number: number.trim(), mobile: mobile.trim() } });
        }}
      >
        <Stack gap="md">
          <Text c="dimmed">{t('tracking.text')}</Text>
          <TextInput
            label={t('tracking.number')}
            maxLength={40}
            autoComplete="off"
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <TextInput
            label={t('tracking.mobile')}
            inputMode="numeric"
            maxLength={20}
            autoComplete="off"
            value={mobile}
            onChange={(event) => setMobile(event.currentTarget.value)}
          />
          {refused !== undefined && (
            <Alert
              role="alert"
              color="orange"
              icon={<IconZoomQuestion aria-hidden />}
              title={t('tracking.none')}
            >
              {refused}
            </Alert>
          )}
          <Button type="submit" disabled={!complete}>
            {t('tracking.ask')}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
