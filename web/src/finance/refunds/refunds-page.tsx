import { EmptyState, Stack, Text } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRefundableOrder } from '#services/contract/refunds/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { WordsField } from '../../components/forms/words-field.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { useAsOf } from '../frame/as-of.ts';
import { EarlierRefunds } from './earlier-refunds.tsx';
import { OrderPart } from './order-part.tsx';
import { RefundPart } from './refund-part.tsx';
import { RequestsPart } from './requests-part.tsx';

/** Search parameters of the page: the order shown. */
export interface RefundsSearch {
  out_trade_no?: string | undefined;
}

/** /finance/refunds: an order by its number, payment and refunds, and the refund by finance. */
export function RefundsPage({ search: { out_trade_no }, onSearch }: SearchState<RefundsSearch>) {
  const { t } = useLocale('finance');
  return (
    <>
      <PageHead title={t('refunds.title')} text={t('refunds.text')} />
      <Stack gap="lg">
        <WordsField
          words={out_trade_no}
          label={t('refunds.find')}
          longest={80}
          onSearch={(words) => onSearch({ out_trade_no: words })}
        />
        {out_trade_no === undefined ? <Start /> : <Found key={out_trade_no} out_trade_no={out_trade_no} />}
      </Stack>
    </>
  );
}

function Start() {
  const { t } = useLocale('finance');
  return (
    <EmptyState
      variant="light"
      py={48}
      icon={<IconReceiptRefund aria-hidden />}
      title={t('refunds.start')}
      description={t('refunds.startText')}
    >
      <EmptyState.Actions>
        <ButtonLink to="/finance/audit" search={{ area: 'refunds' }} variant="light">
          {t('refunds.given')}
        </ButtonLink>
      </EmptyState.Actions>
    </EmptyState>
  );
}

function Found({ out_trade_no }: { out_trade_no: string }) {
  const { t, formats } = useLocale('finance');
  const as_of = useAsOf();
  const query = useQuery(queryOf(getRefundableOrder, { out_trade_no, as_of }, { staleTime: 0 }));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) {
    return (
      <EmptyState
        variant="light"
        py={48}
        icon={<IconReceiptRefund aria-hidden />}
        title={t('refunds.none')}
        description={t(as_of === undefined ? 'refunds.noneText' : 'refunds.noneThenText')}
      />
    );
  }
  return (
    <Loaded query={query} height={520}>
      {(order) => (
        <>
          <OrderPart order={order} />
          <RequestsPart order={order} />
          <RefundPart order={order} />
          <EarlierRefunds order={order} />
          <Text className="footnote figures">
            {t('asOf.at', {
              time: formats.dateTime(order.as_of.time),
              position: order.as_of.position,
            })}
          </Text>
        </>
      )}
    </Loaded>
  );
}
