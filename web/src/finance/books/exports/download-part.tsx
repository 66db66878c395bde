import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import type { ExportFormat } from '#services/contract/books/books-export.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { type Downloaded, type ExportPeriod, useDownload } from './use-download.ts';

interface Props {
  format: ExportFormat;
  period: ExportPeriod;
  /** The position of the file: that of the shown preview. */
  position: number;
}

const MEGABYTE = 1_000_000;

/** The download button, its progress, and whether the file is complete. */
export function DownloadPart({ format, period, position }: Props) {
  const { t, formats } = useLocale('books-exports');
  const { bytes, start, cancel, running, stopped, error, done } = useDownload();
  const size = t('megabytes', { size: formats.number(Math.round((bytes / MEGABYTE) * 10) / 10) });
  return (
    <Stack gap="sm" aria-live="polite">
      <Group gap="sm">
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={running}
          onClick={() => start({ format, period, position })}
        >
          {t('download')}
        </Button>
        {running && (
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
        )}
      </Group>
      {running && (
        <div>
          <Progress value={100} animated aria-label={t('coming')} />
          <Text className="hint figures" mt={4}>
            {t('arrived', { size })}
          </Text>
        </div>
      )}
      {error !== null && (
        <Alert color={stopped ? 'gray' : 'red'} icon={<IconAlertTriangle aria-hidden />}>
          {stopped ? t('stopped') : sentenceOf(error)}
        </Alert>
      )}
      {done !== undefined && !running && <Verdict done={done} />}
    </Stack>
  );
}

function Verdict({ done: { name, format, hash } }: { done: Downloaded }) {
  const { t } = useLocale('books-exports');
  const whole = format === 'xlsx' || hash?.agrees === true;
  return (
    <Alert
      color={whole ? 'green' : 'red'}
      icon={whole ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={<span style={{ overflowWrap: 'anywhere' }}>{name}</span>}
    >
      {format === 'xlsx' && <Text size="sm">{t('savedSheet')}</Text>}
      {format !== 'xlsx' && <Text size="sm">{t(whole ? 'whole' : 'notWhole')}</Text>}
      {hash !== undefined && (
        <Text size="sm" className="figures" style={{ overflowWrap: 'anywhere' }}>
          SHA-256 {hash.computed}
        </Text>
      )}
    </Alert>
  );
}
