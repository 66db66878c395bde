import { Table, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Ledger } from '#services/api/books/contract/books.ts';
import { useFormats } from '../../language/use-formats.ts';
import { WideTable } from '../frame/wide-table.tsx';
import { AboutLink } from './about-link.tsx';

interface Props {
  postings: Ledger['list'];
  onOpen: (position: number) => void;
}

/** Zero is left out: it is the other side that was booked. */
const isBooked = (yuan: string): boolean => Number(yuan) !== 0;

/** An account's postings, newest first, each with what the account came to by it. */
export function PostingsTable({ postings, onOpen }: Props) {
  const { t } = useTranslation('books');
  const formats = useFormats();
  return (
    <WideTable label={t('ledger.postings')} minWidth={860}>
      <Table.Thead>
        <Table.Tr>
          {(['position', 'time', 'what', 'about'] as const).map((column) => (
            <Table.Th key={column}>{t(`column.${column}`)}</Table.Th>
          ))}
          {(['debit', 'credit', 'balance'] as const).map((column) => (
            <Table.Th key={column} ta="right">
              {t(`column.${column}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {postings.map((posting) => (
          <Table.Tr key={posting.position}>
            <Table.Th scope="row">
              <UnstyledButton
                fz="sm"
                aria-label={t('entry.open', { position: formats.number(posting.position) })}
                onClick={() => onOpen(posting.position)}
              >
                <Text span inherit fw={650} td="underline">
                  {formats.number(posting.position)}
                </Text>
              </UnstyledButton>
            </Table.Th>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{formats.dateTime(posting.time)}</Table.Td>
            <Table.Td>{t(`kind.${posting.kind}`)}</Table.Td>
            <Table.Td maw={240}>
              <AboutLink booked={posting} />
            </Table.Td>
            {(['debit', 'credit'] as const).map((side) => (
              <Table.Td key={side} ta="right" style={{ whiteSpace: 'nowrap' }}>
                {isBooked(posting[side]) && formats.money(posting[side])}
              </Table.Td>
            ))}
            <Table.Td ta="right" fw={650} style={{ whiteSpace: 'nowrap' }}>
              {formats.money(posting.balance)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
