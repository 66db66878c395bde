import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportContents } from '#services/api/books/contract/books-export.ts';
import { Section } from '../../../components/section.tsx';
import { sumYuan } from '../../../components/wire-money.ts';
import { useFormats } from '../../../language/use-formats.ts';

const AMOUNTS = ['opening', 'debit', 'credit', 'balance'] as const;

/** The header of the file: its days, its position, and the balances of accounts. */
export function ContentsPart({ contents }: { contents: ExportContents }) {
  const { t } = useTranslation('exports');
  const formats = useFormats();
  const { opens_on, closes_on, accounts, total, as_of } = contents;
  const label = t('states');
  return (
    <Section
      title={label}
      text={t('statesText', {
        ...{ from: opens_on, to: closes_on, position: formats.number(as_of.position) },
        ...{ postings: formats.number(total.postings), accounts: formats.number(total.accounts) },
      })}
    >
      {accounts.length === 0 ? (
        <Text>{t('empty')}</Text>
      ) : (
        <Table.ScrollContainer
          minWidth={720}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
        >
          <Table className="figures" verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('account')}</Table.Th>
                {AMOUNTS.map((column) => (
                  <Table.Th key={column} ta="right">
                    {t(column)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {accounts.map((one) => (
                <Table.Tr key={one.account}>
                  <Table.Th scope="row" fw={400}>
                    {one.account}
                    {one.account.includes('*') && (
                      <Text size="xs" c="dimmed">
                        {t('ofCreators', { count: one.accounts })}
                      </Text>
                    )}
                  </Table.Th>
                  {AMOUNTS.map((column) => (
                    <Table.Td key={column} ta="right" fw={column === 'balance' ? 650 : undefined}>
                      {formats.money(one[column])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th>{t('total')}</Table.Th>
                {AMOUNTS.map((column) => (
                  <Table.Th key={column} ta="right">
                    {formats.money(sumYuan(accounts.map((one) => one[column])))}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}
