import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EC, isRefusal } from '../api/refusal.ts';
import { sentenceOf } from '../app/queries.ts';
import { ButtonLink } from './links.tsx';

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** The real shape in grey. */
  skeleton?: ReactNode;
  /** Instead of it: one block, px. */
  height?: number;
  /** False keeps the skeleton: something above may still appear, and would move the data. */
  ready?: boolean;
  isEmpty?: (data: Data) => boolean;
  /** The next step for an empty state. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part that loads, in its four states: skeleton, error with another try, empty, data. */
export function Loaded<Data>(props: Props<Data>) {
  const { query, skeleton, height, ready = true, isEmpty, empty, children } = props;
  const { t } = useTranslation('shell');
  if (query.data !== undefined && ready) return isEmpty?.(query.data) === true ? empty : children(query.data);
  if (query.isError) return <Trouble error={query.error} again={() => void query.refetch()} />;
  return (
    <div role="status" aria-busy="true" aria-label={t('state.loading')}>
      {skeleton ?? <Skeleton height={height} radius="lg" />}
    </div>
  );
}

/** Their sentence says alone why there is nothing. */
const REASONS = [EC.factorMissing, EC.notAllowed, EC.bindFirst, EC.bindPhone, EC.tooMany];

/** The error, and a button to retry. */
export function Trouble({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useTranslation('shell');
  const isFailure = !isRefusal(error, ...REASONS);
  return (
    <Alert
      role="alert"
      color="orange"
      radius="lg"
      icon={isFailure && <IconCloudOff aria-hidden />}
      title={isFailure && t('failed.part')}
    >
      <Group justify="space-between">
        <Text size="sm">{sentenceOf(error)}</Text>
        {isRefusal(error, EC.factorMissing) ? (
          <ButtonLink to="/setting/security" size="xs" variant="default">
            {t('state.toSecurity')}
          </ButtonLink>
        ) : (
          <Button size="xs" variant="default" onClick={again}>
            {t('state.again')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
