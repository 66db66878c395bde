import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { previewPost } from '#services/contract/content/drafts.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { DateField } from '../../../components/forms/date-field.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { zonedSeconds } from '../../../language/zone.ts';
import { ownPlansQuery } from '../../catalog/own-plans.ts';

/** Readers that are the same for everybody; a plan has its id behind the kind. */
const READERS = ['guest', 'follower'] as const;
export type Reader = (typeof READERS)[number];

interface Visitor {
  whom: Pick<InputOf<typeof previewPost>, 'as' | 'plan_id'>;
  /** Unix seconds; undefined: now. */
  at: number | undefined;
  /** @param atRefusal why the time was refused */
  fields: (atRefusal: string | undefined) => ReactNode;
}

/**
 * Whom a preview is for, and of which time, with the fields for both.
 * @param atHint what an earlier time shows; undefined: there is none
 */
export function useVisitor(first: Reader, atHint: string | undefined): Visitor {
  const { t } = useLocale('content-preview');
  const [reader, setReader] = useState<string>(first);
  const plans = useQuery(ownPlansQuery(useStudioCreatorId(), 'plans')).data?.list ?? [];
  const [kind = 'guest', plan_id] = reader.split(' ');
  const as = kind === 'plan' || kind === 'past' || kind === 'follower' ? kind : 'guest';
  const [day, setDay] = useState('');
  return {
    whom: { as, ...(plan_id !== undefined && { plan_id }) },
    at: zonedSeconds(day),
    fields: (atRefusal) => (
      <>
        <Select
          label={t('as')}
          allowDeselect={false}
          value={reader}
          onChange={(chosen) => setReader(chosen ?? first)}
          data={[
            ...READERS.map((value) => ({ value, label: t(value) })),
            ...plans.flatMap(({ plan_id: id, name }) => [
              { value: `plan ${id}`, label: t('plan', { plan: name }) },
              { value: `past ${id}`, label: t('past', { plan: name }) },
            ]),
          ]}
        />
        {atHint !== undefined && (
          <DateField
            withTime
            label={t('at')}
            description={atHint}
            error={atRefusal}
            value={day}
            onChange={setDay}
          />
        )}
      </>
    ),
  };
}
