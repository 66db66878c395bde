import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  label: ReactNode;
  children: ReactNode;
  strong?: boolean;
  size?: 'sm';
}

/** A name on the left and its value on the right. */
export function Fact({ label, children, strong = false, size }: Props) {
  return (
    <Group justify="space-between" align="baseline" gap="md" wrap="nowrap">
      <Text
        {...(size && { size })}
        c={strong ? undefined : 'dimmed'}
        fw={strong ? 650 : undefined}
        // Half, so that an amount beside a long name fits on a phone.
        style={{ flexShrink: 0, maxWidth: '50%' }}
      >
        {label}
      </Text>
      <Text
        component="div"
        {...(size && { size })}
        ta="right"
        className="figures"
        fw={strong ? 650 : undefined}
        style={{ overflowWrap: 'anywhere', minWidth: 0 }}
      >
        {children}
      </Text>
    </Group>
  );
}

/** A fact that others lead to: in bold. */
export const MainFact = (fact: Omit<Props, 'strong'>) => <Fact {...fact} strong />;
