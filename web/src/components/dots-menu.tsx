import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  /** For screen readers: the subject of the menu. */
  label: string;
  /** Something chosen from it is being done. */
  busy: boolean;
  children: ReactNode;
}

/** The menu of a row's actions, behind three dots. */
export function DotsMenu({ label, busy, children }: Props) {
  return (
    <Menu position="bottom-end" width={200} shadow="md">
      <Menu.Target>
        <ActionIcon size={36} radius="xl" loading={busy} aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
