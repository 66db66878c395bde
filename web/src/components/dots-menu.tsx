import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  /** Said to who cannot see whose menu it is. */
  label: string;
  /** Something chosen from it is being done. */
  busy: boolean;
  children: ReactNode;
}

/** Three dots at the end of a row, behind which stands what can be done with it. */
export function DotsMenu({ label, busy, children }: Props) {
  return (
    <Menu position="bottom-end" width={200} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} radius="xl" loading={busy} aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
