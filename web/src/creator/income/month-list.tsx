import { Box, Group, Stack, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IncomeMonth } from '#services/api/books/contract/books.ts';
import { Fact } from '../../components/fact.tsx';
import classes from '../../components/rows-or-cards.module.css';
import { useFormats } from '../../language/use-formats.ts';
import { MonthStatus } from './month-status.tsx';

interface Props {
  months: readonly IncomeMonth[];
  /** Opens the contents of a month. */
  onOpen: (month: string) => void;
}

const FIGURES = [
  'gross',
  'refunds',
  'payment_fee',
  'service_fee',
  'affiliate',
  'commissions',
  'net',
] as const;

type Stat = (typeof FIGURES)[number];

/** Most months have nothing to do with partners: on a phone they say nothing of it. */
const isTold = (month: IncomeMonth, figure: Stat): boolean =>
  (figure !== 'affiliate' && figure !== 'commissions') || Number(month[figure]) !== 0;

/** The months, newest first: a table on wide screens, cards on small ones; each opens the orders and refunds in it. */
export function MonthList(props: Props) {
  return (
    <>
      <Box className={classes.table}>
        <MonthTable {...props} />
      </Box>
      <Stack gap="sm" className={classes.cards}>
        {props.months.map((month) => (
          <MonthCard key={month.month} month={month} onOpen={props.onOpen} />
        ))}
      </Stack>
    </>
  );
}

/** The net first, as that is what one looks for on a phone. */
function MonthCard({ month, onOpen }: { month: IncomeMonth; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation('income');
  const formats = useFormats();
  return (
    <UnstyledButton className={classes.card} onClick={() => onOpen(month.month)}>
      <VisuallyHidden>{t('open', { month: formats.month(month.month) })}</VisuallyHidden>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div>
          <Text size="sm">{formats.month(month.month)}</Text>
          <Text className="figures amount" fz={20} fw={650} lh={1.3}>
            {formats.money(month.net)}
          </Text>
        </div>
        <MonthStatus month={month} align="flex-end" />
      </Group>
      <Box mt={8} fz="sm">
        <Fact label={t('orders')}>{formats.number(month.orders)}</Fact>
        {FIGURES.filter((figure) => figure !== 'net' && isTold(month, figure)).map((figure) => (
          <Fact key={figure} label={t(`figure.${figure}`)}>
            {formats.money(month[figure])}
          </Fact>
        ))}
      </Box>
    </UnstyledButton>
  );
}

/** A click anywhere in a row opens it; the button in it is for the keyboard. */
function MonthTable({ months, onOpen }: Props) {
  const { t } = useTranslation('income');
  const formats = useFormats();
  return (
    <Table.ScrollContainer
      minWidth={1040}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('months') } }}
    >
      <Table className="figures" verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('month')}</Table.Th>
            <Table.Th ta="right">{t('orders')}</Table.Th>
            {FIGURES.map((figure) => (
              <Table.Th key={figure} ta="right">
                {t(`figure.${figure}`)}
              </Table.Th>
            ))}
            <Table.Th>{t('state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {months.map((month) => (
            <Table.Tr key={month.month} className={classes.row} onClick={() => onOpen(month.month)}>
              <Table.Th scope="row">
                <UnstyledButton fz="sm" aria-label={t('open', { month: formats.month(month.month) })}>
                  <Text span inherit fw={650} td="underline">
                    {formats.month(month.month)}
                  </Text>
                </UnstyledButton>
              </Table.Th>
              <Table.Td ta="right">{formats.number(month.orders)}</Table.Td>
              {FIGURES.map((figure) => (
                <Table.Td key={figure} ta="right" fw={figure === 'net' ? 650 : undefined}>
                  {formats.money(month[figure])}
                </Table.Td>
              ))}
              <Table.Td>
                <MonthStatus month={month} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
