import { Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getAccess } from '#services/contract/content/access.ts';
import { listSponsors } from '#services/contract/memberships/sponsors.ts';
import { queryOf } from '../../../api/queries.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { zonedSeconds, zonedText } from '../../../language/zone.ts';
import { DateField } from '../../forms/date-field.tsx';
import { Loaded } from '../../loaded.tsx';
import { Explanation } from './explanation.tsx';

const PAUSE_MS = 300;

interface Props {
  post_id: string;
  askWhom: boolean;
}

/** The explanation with its choices: a time, and for the creator a person. */
export default function AccessExplained({ post_id, askWhom }: Props) {
  const { t } = useLocale('content-access');
  const [person, setPerson] = useState<string | null>(null);
  const [at, setAt] = useState<number | ''>('');
  const query = useQuery(
    queryOf(
      getAccess,
      { post_id, ...(person !== null && { user_id: person }), ...(at !== '' && { at }) },
      { enabled: !askWhom || person !== null, retry: false },
    ),
  );
  const atRefusal = fieldRefusal(query.error, 'at');
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: askWhom ? 2 : 1 }}>
        {askWhom && <PersonField value={person} onChange={setPerson} />}
        <DateField
          withTime
          label={t('at')}
          error={atRefusal}
          value={at === '' ? '' : zonedText(at)}
          onChange={(text) => setAt(zonedSeconds(text) ?? '')}
        />
      </SimpleGrid>
      {askWhom && person === null ? (
        <Text c="dimmed">{t('choose')}</Text>
      ) : (
        atRefusal === undefined && (
          <Loaded query={query} height={140}>
            {(explanation) => <Explanation explanation={explanation} past={at !== ''} own={!askWhom} />}
          </Loaded>
        )
      )}
    </Stack>
  );
}

interface PersonProps {
  value: string | null;
  onChange: (user_id: string | null) => void;
}

/** A supporter of the creator, by name. */
function PersonField({ value, onChange }: PersonProps) {
  const { t } = useLocale('content-access');
  const [search, setSearch] = useState('');
  const [search_q] = useDebouncedValue(search, PAUSE_MS);
  const { data } = useQuery(queryOf(listSponsors, { search_q, per_page: 20 }));
  const people = new Map(data?.list.map(({ user }) => [user.user_id, user.name]));
  return (
    <Select
      label={t('person')}
      placeholder={t('personHint')}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('nobody')}
      // The server has searched already.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      data={[...people].map(([user_id, name]) => ({ value: user_id, label: name }))}
    />
  );
}
