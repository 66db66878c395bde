import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BRAND_NAME } from '../app/brand.ts';
import { useProfile } from '../app/session.ts';
import { homeOf } from './home.ts';

/** The mark and the name, leading home. */
export function Logo() {
  return (
    <Link
      to={homeOf(useProfile())}
      aria-label={BRAND_NAME}
      style={{ textDecoration: 'none', color: 'inherit' }}
    >
      <Group gap={8} wrap="nowrap">
        <img src="/favicon.svg" alt="" width={32} height={32} />
        <Text fw={650} fz={20} lts={-0.4} component="span" style={{ whiteSpace: 'nowrap' }}>
          {BRAND_NAME}
        </Text>
      </Group>
    </Link>
  );
}
