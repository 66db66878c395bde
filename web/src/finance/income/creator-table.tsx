import { Table, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settlements } from '#services/api/income/contract.ts';
import { Name } from '../../components/name.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { SUMS, WideTable } from '../frame/wide-table.tsx';
import classes from './creator-table.module.css';

interface Props {
  settlements: Settlements;
  /** Opens a creator's settlement. */
  onOpen: (user_id: string) => void;
}

/** A row per creator, and what they come to together; a click anywhere in a row opens its settlement. */
export function CreatorTable({ settlements: { list, total, total_count }, onOpen }: Props) {
  const { t } = useTranslation('settlements');
  const formats = useFormats();
  return (
    <WideTable label={t('perCreator')} minWidth={990}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('creator')}</Table.Th>
          <Table.Th ta="right">{t('figure.orders')}</Table.Th>
          {SUMS.map((figure) => (
            <Table.Th key={figure} ta="right">
              {t(`figure.${figure}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.map((one) => (
          <Table.Tr key={one.user_id} className={classes.row} onClick={() => onOpen(one.user_id)}>
            <Table.Th scope="row" className="names">
              <UnstyledButton fz="sm" maw="100%" aria-label={t('openOne', { name: one.name })}>
                <Name inherit fw={650} td="underline">
                  {one.name}
                </Name>
              </UnstyledButton>
            </Table.Th>
            <Table.Td ta="right">{formats.number(one.orders)}</Table.Td>
            {SUMS.map((figure) => (
              <Table.Td key={figure} ta="right" fw={figure === 'net' ? 650 : undefined}>
                {formats.money(one[figure])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{t('allCreators', { count: total_count })}</Table.Th>
          <Table.Th ta="right">{formats.number(total.orders)}</Table.Th>
          {SUMS.map((figure) => (
            <Table.Th key={figure} ta="right">
              {formats.money(total[figure])}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Tfoot>
    </WideTable>
  );
}
