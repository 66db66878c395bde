import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BRAND_NAME } from '../app/brand.ts';

/** The mark and the name, leading home; a compact one has no name on a phone. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <Link to="/" aria-label={BRAND_NAME} style={{ textDecoration: 'none', color: 'inherit' }}>
      <Group gap={8} wrap="nowrap">
        <img src="/favicon.svg" alt="" width={32} height={32} />
        <Text
          fw={650}
          fz={20}
          lts={-0.4}
          component="span"
          style={{ whiteSpace: 'nowrap' }}
          {...(compact && { visibleFrom: 'xs' })}
        >
          {BRAND_NAME}
        </Text>
      </Group>
    </Link>
  );
}
