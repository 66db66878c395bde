import { Group, Paper, Select, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listSpending, type MoneyMove, type SpendingHistory } from '#services/contract/orders/purchases.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { DotList } from '../../components/dot-list.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Pages } from '../../components/pages.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { AccountFrame } from '../frame/account-frame.tsx';

const A_PAGE = 30;

export interface SpendingSearch {
  /** `YYYY-MM` */
  month?: string | undefined;
  page?: number | undefined;
}

/** /my/bill: what the fan paid and got back, month by month. */
export function SpendingPage({ search, onSearch }: SearchState<SpendingSearch>) {
  const { t, formats } = useLocale('orders-after-payment');
  const { month, page = 1 } = search;
  const query = useQuery(queryOf(listSpending, { month, page, per_page: A_PAGE }));
  return (
    <AccountFrame title={t('bill.title')} text={t('bill.text')}>
      <Collection
        query={query}
        waiting={{ count: 2, height: 200 }}
        isEmpty={({ months }) => months.length === 0}
        nothing={{
          icon: <IconWallet aria-hidden />,
          title: t('bill.empty'),
          text: t('bill.emptyText'),
          action: <ButtonLink to="/explore">{t('purchased.explore')}</ButtonLink>,
        }}
      >
        {({ months, list, total_count }) => (
          <Stack gap="lg">
            <Months months={months} chosen={month} onChoose={(one) => onSearch({ month: one })} />
            <Section
              title={t('bill.moves')}
              aside={
                <Select
                  w={{ base: '100%', xs: 176 }}
                  aria-label={t('bill.month')}
                  placeholder={t('bill.all')}
                  clearable
                  clearButtonProps={{ 'aria-label': t('bill.all') }}
                  value={month ?? null}
                  onChange={(chosen) => onSearch({ month: chosen ?? undefined })}
                  data={months.map((one) => ({ value: one.month, label: formats.month(one.month) }))}
                />
              }
            >
              {list.map((move) => (
                <MoveRow key={`${move.out_trade_no} ${move.kind} ${move.time} ${move.amount}`} move={move} />
              ))}
              <Pages
                total={total_count}
                perPage={A_PAGE}
                page={page}
                onPage={(chosen) => onSearch({ ...search, page: chosen })}
              />
            </Section>
          </Stack>
        )}
      </Collection>
    </AccountFrame>
  );
}

interface MonthsProps {
  months: SpendingHistory['months'];
  chosen: string | undefined;
  onChoose: (month: string | undefined) => void;
}

function Months({ months, chosen, onChoose }: MonthsProps) {
  const { t, formats } = useLocale('orders-after-payment');
  return (
    <Paper withBorder style={{ overflowX: 'auto' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('bill.month')}</Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              {t('bill.paid')}
            </Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              {t('bill.refunded')}
            </Table.Th>
            <Table.Th ta="right">{t('bill.spent')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody className="figures">
          {months.map(({ month, orders, paid, refunded, spent }) => (
            <Table.Tr key={month} {...(month === chosen && { bg: 'var(--fw-wash)' })}>
              <Table.Td>
                <UnstyledButton
                  aria-label={t('bill.show', { month: formats.month(month) })}
                  aria-pressed={month === chosen}
                  onClick={() => onChoose(month === chosen ? undefined : month)}
                >
                  <Text td="hover" fw={650}>
                    {formats.month(month)}
                  </Text>
                </UnstyledButton>
                <Text className="footnote">{t('bill.orders', { count: orders })}</Text>
                {Number(refunded) > 0 && (
                  <Text className="footnote" hiddenFrom="xs">
                    <DotList
                      parts={[
                        `${t('bill.paid')} ${formats.money(paid)}`,
                        <>
                          {t('bill.refunded')} <span className="amount">−{formats.money(refunded)}</span>
                        </>,
                      ]}
                    />
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="xs">
                {formats.money(paid)}
              </Table.Td>
              <Table.Td ta="right" visibleFrom="xs">
                {Number(refunded) === 0 ? '—' : `−${formats.money(refunded)}`}
              </Table.Td>
              <Table.Td ta="right">
                <Text fw={650}>{formats.money(spent)}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** A payment or a refund, with the order that it is of. */
function MoveRow({ move }: { move: MoneyMove }) {
  const { t, formats } = useLocale(['orders-after-payment', 'orders-checkout']);
  const { kind, time, amount, sent_at, out_trade_no, plan, creator } = move;
  const back = kind === 'refund';
  const open = back && sent_at === null ? t('bill.refundOpen') : '';
  return (
    <Group justify="space-between" align="flex-start" gap="md" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: out_trade_no }} c="inherit">
          {plan.name === '' ? t('orders-checkout:custom.to', { name: creator.name }) : plan.name}
        </AnchorLink>
        <Text className="hint figures">
          <DotList
            parts={[t(back ? 'bill.refund' : 'bill.payment'), creator.name, formats.dateTime(time), open]}
          />
        </Text>
      </div>
      <Text className="figures amount" fw={650} c={back ? 'var(--fw-good)' : undefined}>
        {back ? '+' : '−'}
        {formats.money(amount)}
      </Text>
    </Group>
  );
}
