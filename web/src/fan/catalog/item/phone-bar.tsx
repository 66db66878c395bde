import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Name } from '../../../components/name.tsx';
import { useFormats } from '../../../language/use-locale.ts';
import classes from './phone-bar.module.css';

interface Props {
  /** The present price of one, in yuan. */
  price: string;
  /** The choice in one line, which can be cut. */
  chosen: string;
  /** Whether the buttons that it replaces are out of sight. */
  shown: boolean;
  /** The same buttons, small. */
  children: ReactNode;
}

/** On a phone, above the tabs: price, choice and the way to the order, while the page's own buttons are out of sight. */
export function PhoneBar({ price, chosen, shown, children }: Props) {
  const formats = useFormats();
  return (
    // It keeps its space when hidden, so that the page keeps its length.
    <div className={classes.bar} inert={!shown} data-bottom-bar>
      <div className={classes.what}>
        <Text fw={650} fz="lg" lh={1.3} className="figures">
          {formats.money(price)}
        </Text>
        <Name size="xs" c="dimmed">
          {chosen}
        </Name>
      </div>
      {children}
    </div>
  );
}
