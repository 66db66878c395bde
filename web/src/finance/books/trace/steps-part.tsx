import { Text, Timeline } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import type { TraceStep } from '#services/contract/books/trace.ts';
import { DotList } from '../../../components/dot-list.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { actorWord, eventMoney, eventWord } from '../../../components/staff/logged-words.ts';
import { useLocale } from '../../../language/use-locale.ts';

/** Details of an event besides its money: reasons and numbers, unchanged. */
const SHOWN_FIELDS = [
  'reason',
  'charge_id',
  'refund_id',
  'payout_id',
  'provider_reference',
  'deal_error',
] as const;

function detailsOf(data: TraceStep['data']): string[] {
  return SHOWN_FIELDS.flatMap((name) => {
    const value = data[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** The story, oldest first: each event with position, actor, and its seal. */
export function StepsPart({ steps }: { steps: readonly TraceStep[] }) {
  const { t } = useLocale('audit');
  return (
    <Section title={t('trace.steps')} text={t('trace.stepsText')}>
      <Timeline active={steps.length} bulletSize={24} lineWidth={2}>
        {steps.map((step) => (
          <Timeline.Item
            key={step.position}
            bullet={<IconBolt size={14} aria-hidden />}
            title={<Title step={step} />}
          >
            <Step step={step} />
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

function Title({ step: { type, data } }: { step: TraceStep }) {
  const { t, formats } = useLocale('audit-event');
  const money = eventMoney(data);
  return (
    <Text span fw={650}>
      {eventWord(t, type)}
      {money !== undefined && <span className="figures"> {formats.money(money)}</span>}
    </Text>
  );
}

function Step({ step: { position, time, actor, actor_name, data, seal } }: { step: TraceStep }) {
  const { t, formats } = useLocale('audit-event');
  const details = detailsOf(data);
  return (
    <>
      {details.length > 0 && (
        <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
          <DotList parts={details} />
        </Text>
      )}
      <Text className="footnote figures" style={{ overflowWrap: 'anywhere' }}>
        {formats.dateTime(time)} · {actorWord(t, actor_name === '' ? actor : `user:${actor_name}`)}
      </Text>
      <Text size="xs" className="figures">
        <AnchorLink to="/finance/audit" search={{ proof: String(position) }} size="xs" underline="always">
          {t('position', { position })}
        </AnchorLink>{' '}
        · {seal === null ? t('unsealed') : t('seal', { number: formats.number(seal.number) })}
      </Text>
    </>
  );
}
