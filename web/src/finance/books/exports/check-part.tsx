import { Code, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportFormat } from '#services/api/books/contract/books-export.ts';
import { Section } from '../../../components/section.tsx';

const SHEETS = "unzip -p FILE.xlsx 'xl/worksheets/postings*' xl/worksheets/totals.xml | sha256sum";
/** How another program checks the file: it recomputes the balances from the entries. */
const JUDGES: Readonly<Partial<Record<ExportFormat, string>>> = {
  hledger: 'hledger -f FILE check --strict',
  beancount: 'bean-check FILE',
};

/** How to check a file independently. */
export function CheckPart({ format }: { format: ExportFormat }) {
  const { t } = useTranslation('exports');
  const review = JUDGES[format];
  const lines = format === 'xlsx' ? [SHEETS] : ["sed '$d' FILE | sha256sum", 'tail -n 1 FILE'];
  return (
    <Section title={t('check.title')} text={t(format === 'xlsx' ? 'check.sheet' : 'check.text')}>
      <Code block tabIndex={0}>
        {lines.join('\n')}
      </Code>
      {review !== undefined && (
        <div>
          <Text size="sm" mb={4}>
            {t('check.judge')}
          </Text>
          <Code block tabIndex={0}>
            {review}
          </Code>
        </div>
      )}
      <List size="sm" c="dimmed">
        <List.Item>{t('check.again')}</List.Item>
        <List.Item>{t('check.noNames')}</List.Item>
      </List>
    </Section>
  );
}
