import { Select } from '@mantine/core';
import type { CheckInEvent } from '#services/contract/tickets/tickets.ts';
import { useLocale } from '../language/use-locale.ts';
import type { CheckInChoice } from './tickets/check-in.ts';

interface Props {
  events: readonly CheckInEvent[];
  choice: CheckInChoice;
  onChoice: (choice: Required<Pick<CheckInChoice, 'plan_id'>> & CheckInChoice) => void;
}

const choiceValue = ({ plan_id = '', round_id = '' }: CheckInChoice): string => `${plan_id}|${round_id}`;

/** The event, and if wanted the round, that is being let in to. */
export function EventSelect({ events, choice, onChoice }: Props) {
  const { t, formats } = useLocale('door');
  const data = events.map(({ plan, rounds }) => ({
    group: plan.name,
    items: [
      { value: choiceValue(plan), label: t('roundAt', { name: plan.name, time: t('anyRound') }) },
      ...rounds
        .filter(({ round_id }) => round_id !== '')
        .map(({ round_id, begin_time }) => ({
          value: choiceValue({ plan_id: plan.plan_id, round_id }),
          label: t('roundAt', {
            name: plan.name,
            time: begin_time === null ? round_id : formats.dateTime(begin_time),
          }),
        })),
    ],
  }));
  return (
    <Select
      label={t('event')}
      placeholder={t('anyEvent')}
      allowDeselect={false}
      value={choice.plan_id === undefined ? null : choiceValue(choice)}
      onChange={(value) => {
        const [plan_id = '', round_id = ''] = (value ?? '').split('|');
        if (plan_id !== '') onChoice({ plan_id, round_id: round_id === '' ? undefined : round_id });
      }}
      data={data}
    />
  );
}
