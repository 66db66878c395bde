import { Code, Group, List, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type ExportFormat,
  exportFormats,
  getExportContents,
} from '#services/contract/books/books-export.ts';
import { queryOf } from '../../../api/queries.ts';
import { DaysInput } from '../../../components/forms/days-input.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Section } from '../../../components/section.tsx';
import type { SearchState } from '../../../shell/search.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { ContentsPart } from './contents-part.tsx';
import { DownloadPart } from './download-part.tsx';
import type { ExportPeriod } from './use-download.ts';

/** Search parameters of the page. */
export interface ExportsSearch extends ExportPeriod {
  /** A journal for hledger unless chosen. */
  format?: ExportFormat | undefined;
}

/** /finance/exports: the books as a file, its preview, and how to check it. */
export function ExportsPage({ search, onSearch }: SearchState<ExportsSearch>) {
  const { t } = useTranslation('books-exports');
  const { from, to, format = 'hledger' } = search;
  const query = useQuery(
    queryOf(getExportContents, { from, to, as_of: useAsOf() }, { placeholderData: keepPreviousData }),
  );
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Stack gap="lg">
        <Section title={t('choose')} text={t(`format.${format}Text`)}>
          <Group gap="md" align="flex-start">
            <SegmentedControl
              aria-label={t('format.label')}
              value={format}
              onChange={(chosen) => onSearch({ ...search, format: chosen })}
              data={exportFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
            />
            <div>
              <DaysInput
                clearable
                from={from}
                to={to}
                onChange={(days) => onSearch({ ...search, from: days?.from, to: days?.to })}
              />
              <Text className="hint" mt={4}>
                {t('daysHint')}
              </Text>
            </div>
          </Group>
          {query.data !== undefined && (
            <DownloadPart
              key={`${format} ${from} ${to}`}
              format={format}
              period={{ from, to }}
              position={query.data.as_of.position}
            />
          )}
        </Section>
        <Loaded query={query} height={360}>
          {(contents) => <ContentsPart contents={contents} />}
        </Loaded>
        <CheckPart format={format} />
      </Stack>
    </>
  );
}

const SHEETS = "unzip -p FILE.xlsx 'xl/worksheets/postings*' xl/worksheets/totals.xml | sha256sum";
/** How another program checks the file: it recomputes the balances from the entries. */
const JUDGES: Readonly<Partial<Record<ExportFormat, string>>> = {
  hledger: 'hledger -f FILE check --strict',
  beancount: 'bean-check FILE',
};

/** How to check a file independently. */
function CheckPart({ format }: { format: ExportFormat }) {
  const { t } = useTranslation('books-exports');
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
