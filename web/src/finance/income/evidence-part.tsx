import { Alert, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { SettlementDetail } from '#services/contract/income/calls.ts';
import { Fact } from '../../components/fact.tsx';
import { useLocale } from '../../language/use-locale.ts';

interface Props {
  settlement: SettlementDetail['settlement'];
  because: SettlementDetail['because'];
  recomputed: SettlementDetail['recomputed'];
  /** Recomputes it. */
  onAgain: () => void;
}

/** The settlement's evidence, compared with its present lines. */
export function EvidencePart({ settlement, because, recomputed, onAgain }: Props) {
  const { t, formats } = useLocale('income-settlements');
  const { first_position, last_position, position, sha256 } = settlement;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('evidence.title')}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3} fz="md">
            {t('evidence.title')}
          </Title>
          <Button size="xs" variant="light" onClick={onAgain}>
            {t('compare.start')}
          </Button>
        </Group>
        <Fact label={t('evidence.covers')}>
          {t('evidence.positions', {
            first: formats.number(first_position),
            last: formats.number(last_position),
          })}
        </Fact>
        <Fact label={t('evidence.position')}>{formats.number(position)}</Fact>
        <Because because={because} />
        <div>
          <Text c="dimmed">{t('evidence.sha256')}</Text>
          <Code block fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {sha256}
          </Code>
        </div>
        {recomputed.agrees ? (
          <Alert role="status" color="green" radius="lg" icon={<IconCheck aria-hidden />}>
            {t('evidence.agrees')}
          </Alert>
        ) : (
          <Alert
            role="status"
            color="red"
            radius="lg"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('evidence.differs')}
          >
            <Text size="sm">{formats.list(recomputed.differing.map((figure) => t(`figure.${figure}`)))}</Text>
            <Code block fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {recomputed.sha256}
            </Code>
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}

/** Time, reason and person of a settlement; empty for settlements older than reasons. */
function Because({ because: { by, reason } }: Pick<Props, 'because'>) {
  const { t } = useLocale('income-settlements');
  if (reason === '') return null;
  const reasonText = by === null && reason === 'scheduled' ? t('evidence.scheduled') : reason;
  return (
    <Fact label={t('evidence.because')}>
      {by === null ? reasonText : [by.name || by.user_id, reasonText].join(' · ')}
    </Fact>
  );
}
