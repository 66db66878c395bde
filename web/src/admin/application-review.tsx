import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ApplicationVerdict,
  decideCertification,
  getCertification,
  type WaitingCreator,
} from '#services/contract/staff/admin.ts';
import { useCall } from '../api/queries.ts';
import { Fact } from '../components/fact.tsx';
import { ReasonForm } from '../components/forms/reason-form.tsx';
import { RecordedAccess } from '../components/staff/recorded-access.tsx';
import { useLocale } from '../language/use-locale.ts';

/** A creator's evidence: viewed with a reason, then decided. */
export function ApplicationReview({ one, onDone }: { one: WaitingCreator; onDone: () => void }) {
  const { t, formats } = useLocale('staff');
  const see = useCall(getCertification, { quiet: true, gcTime: 0 });
  return (
    <Stack gap="md">
      <Fact label={t('certify.asked')}>{formats.dateTime(one.submitted_at)}</Fact>
      <Paper withBorder p="md" component="section" aria-label={t('certify.see.title')}>
        {see.data === undefined ? (
          <RecordedAccess
            title={t('certify.see.title')}
            why={t('certify.see.why')}
            hint={t('certify.see.hint')}
            show={t('certify.see.show')}
            send={see}
            requestOf={(reason) => ({ id: one.application_id, reason })}
          />
        ) : (
          <Stack gap={4} role="status">
            <Text fw={650}>{t('certify.see.title')}</Text>
            <Anchor
              href={see.data.url}
              target="_blank"
              rel="noreferrer noopener"
              underline="always"
              style={{ overflowWrap: 'anywhere' }}
            >
              {see.data.url}
            </Anchor>
            <Text className="footnote">{t('certify.see.recorded')}</Text>
          </Stack>
        )}
      </Paper>
      <VerdictPart one={one} seen={see.data !== undefined} onDone={onDone} />
    </Stack>
  );
}

const VERDICTS = ['reject', 'hold', 'approve'] as const satisfies readonly ApplicationVerdict[];

interface VerdictProps {
  one: WaitingCreator;
  /** Its evidence; without it nobody can approve. */
  seen: boolean;
  onDone: () => void;
}

function VerdictPart({ one, seen, onDone }: VerdictProps) {
  const { t } = useTranslation('staff');
  const review = useCall(decideCertification, { quiet: true });
  const [verdict, setVerdict] = useState<ApplicationVerdict>();
  if (verdict === undefined) {
    return (
      <Group justify="flex-end" gap="xs">
        {VERDICTS.map((option) => (
          <Button
            key={option}
            variant={option === 'approve' ? 'filled' : 'default'}
            disabled={option === 'approve' && !seen}
            onClick={() => setVerdict(option)}
          >
            {t(`verdict.${option}`)}
          </Button>
        ))}
      </Group>
    );
  }
  return (
    <Paper withBorder p="md">
      <ReasonForm
        about={t(`verdict.about.${verdict}`, { name: one.name })}
        hint={t(verdict === 'approve' ? 'reason.hint' : 'reason.toldHint')}
        yes={t(`verdict.${verdict}`)}
        grave={verdict === 'reject'}
        needed={verdict !== 'approve'}
        send={review}
        requestOf={(reason) => ({ id: one.application_id, verdict, reason })}
        saved={t(`verdict.done.${verdict}`, { name: one.name })}
        onDone={onDone}
        onClose={() => setVerdict(undefined)}
      />
    </Paper>
  );
}
