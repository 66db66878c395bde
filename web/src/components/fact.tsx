import { Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

interface Props {
  label: ReactNode;
  children: ReactNode;
  strong?: boolean;
  size?: 'sm';
}

/** Auto columns grow evenly up to their content: the shorter part keeps its line, the longer one has the rest. */
const SIDE_BY_SIDE: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'auto auto',
  justifyContent: 'space-between',
  columnGap: 'var(--mantine-spacing-md)',
  alignItems: 'baseline',
  overflowWrap: 'anywhere',
};

/** A name on the left and its value on the right. */
export function Fact({ label, children, strong = false, size }: Props) {
  return (
    <div style={SIDE_BY_SIDE}>
      <Text {...(size && { size })} c={strong ? undefined : 'dimmed'} fw={strong ? 650 : undefined} miw={0}>
        {label}
      </Text>
      <Text
        component="div"
        {...(size && { size })}
        ta="right"
        className="figures"
        fw={strong ? 650 : undefined}
        miw={0}
      >
        {children}
      </Text>
    </div>
  );
}

/** A fact that others lead to: in bold. */
export const MainFact = (fact: Omit<Props, 'strong'>) => <Fact {...fact} strong />;
