import { Stack } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { listPromises, MAX_PROMISED, savePromise } from '#services/contract/content/promises.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';

const PAUSE_MS = 600;

interface Props {
  user_id: string;
  plans: readonly Pick<Plan, 'plan_id' | 'name'>[];
}

/** How many posts a month each plan promises; saved after a pause. */
export function PromisedPosts({ user_id, plans }: Props) {
  const { t } = useLocale('content-promises');
  const query = useQuery(queryOf(listPromises, { user_id }));
  const save = useCall(savePromise);
  const change = useDebouncedCallback((plan_id: string, posts: number) => {
    save.mutate(
      { plan_id, posts },
      { onSuccess: () => notifications.show({ color: 'green', message: t('own.saved') }) },
    );
  }, PAUSE_MS);
  if (plans.length === 0) return null;
  return (
    <Section title={t('own.title')} text={t('own.text')}>
      <Loaded query={query} height={80}>
        {({ list }) => (
          <Stack gap="sm">
            {plans.map(({ plan_id, name }) => (
              <NumberField
                key={plan_id}
                maw={320}
                label={t('own.field', { name })}
                min={0}
                max={MAX_PROMISED}
                defaultValue={list.find((one) => one.plan_id === plan_id)?.posts ?? 0}
                onChange={(value) =>
                  typeof value === 'number' && value >= 0 && value <= MAX_PROMISED && change(plan_id, value)
                }
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
