import { Table, Text } from '@mantine/core';
import type { RejectedLine } from '#services/contract/books/statements.ts';
import { useLocale } from '../../../language/use-locale.ts';

/** Bad lines that are shown. */
const MAX_SHOWN = 50;

/** Rejected lines of a file, with reasons. */
export function RejectedTable({ rejected, count }: { rejected: readonly RejectedLine[]; count: number }) {
  const { t, formats } = useLocale('books-reconciliation');
  return (
    <>
      <Table verticalSpacing="xs" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={72}>{t('rejected.line')}</Table.Th>
            <Table.Th>{t('rejected.why')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rejected.slice(0, MAX_SHOWN).map(({ line, reason }) => (
            <Table.Tr key={line}>
              <Table.Td className="figures">{formats.number(line)}</Table.Td>
              <Table.Td>{t(`rejected.reason.${reason}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {count > MAX_SHOWN && <Text className="hint">{t('rejected.more', { count: count - MAX_SHOWN })}</Text>}
    </>
  );
}
