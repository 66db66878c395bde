import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Closed without one. */
  title: string | undefined;
  /** In px; the whole window where that is less. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** Details of a row or a figure, next to its page. */
export function SideDrawer({ title, width, onClose, children }: Props) {
  return (
    <Drawer
      opened={title !== undefined}
      onClose={onClose}
      position="right"
      size={`min(${width}px, 100%)`}
      title={
        <Text fw={650} fz="lg">
          {title}
        </Text>
      }
    >
      {children}
    </Drawer>
  );
}
