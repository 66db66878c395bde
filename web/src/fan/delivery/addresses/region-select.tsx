import { NativeSelect, SimpleGrid } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Region } from '#services/contract/delivery/regions.ts';
import { provincesQuery, regionsQuery } from '../../../components/delivery/regions-query.ts';
import { Trouble } from '../../../components/loaded.tsx';
import { below, type Place } from './place.ts';

interface Props {
  /** Codes, each empty while nothing is chosen. */
  value: Place;
  errors: Partial<Record<keyof Place, string | undefined>>;
  onChange: (place: Place) => void;
}

/** Province, city, area and street, each offered once the one before is chosen. Levels that a place lacks are left out. */
export function RegionSelect({ value, errors, onChange }: Props) {
  const provinces = useQuery(provincesQuery());
  const cities = useQuery(regionsQuery('cities', value.province));
  const areas = useQuery(regionsQuery('areas', value.city));
  const streets = useQuery(regionsQuery('streets', value.area));
  const choose = (level: keyof Place, code: string) => onChange(below(value, level, code));

  // A single city needs no choice, as in Beijing.
  const [city, ...others] = cities.data ?? [];
  const only = city !== undefined && others.length === 0 && value.city === '' ? city.code : undefined;
  useEffect(() => {
    if (only !== undefined) choose('city', only);
  });

  const failed = [provinces, cities, areas, streets].find((query) => query.isError);
  const level = (name: keyof Place, query: UseQueryResult<Region[]>) => (
    <Level
      name={name}
      code={value[name]}
      query={query}
      error={errors[name]}
      onChoose={(code) => choose(name, code)}
    />
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {level('province', provinces)}
        {level('city', cities)}
        {areas.data?.length !== 0 && level('area', areas)}
        {areas.data?.length !== 0 && streets.data?.length !== 0 && level('street', streets)}
      </SimpleGrid>
      {failed !== undefined && <Trouble error={failed.error} again={() => void failed.refetch()} />}
    </>
  );
}

interface LevelProps {
  name: keyof Place;
  code: string;
  query: UseQueryResult<Region[]>;
  error: string | undefined;
  onChoose: (code: string) => void;
}

function Level({ name, code, query, error, onChoose }: LevelProps) {
  const { t } = useTranslation('delivery-addresses');
  const regions = query.data ?? [];
  return (
    <NativeSelect
      label={t(`field.${name}`)}
      withAsterisk={name !== 'street'}
      aria-required={name !== 'street'}
      disabled={query.data === undefined}
      // A code without its name yet, while the list loads, would show as another.
      value={regions.some((region) => region.code === code) ? code : ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
      error={error}
      data={[
        { value: '', label: t('choose') },
        ...regions.map((region) => ({ value: region.code, label: region.name })),
      ]}
    />
  );
}
