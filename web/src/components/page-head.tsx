import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../shell/page-title.ts';
import classes from './area-frame.module.css';

interface Props {
  title: string;
  text?: ReactNode;
  /** The actions of the page, on the right. */
  children?: ReactNode;
}

/** The top of a page for work; its title is the browser tab's too. */
export function PageHead({ title, text, children }: Props) {
  usePageTitle(title);
  return (
    <header className={classes.head}>
      <div style={{ minWidth: 0 }}>
        <Title order={1} fz={{ base: 24, sm: 28 }}>
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" component="div">
            {text}
          </Text>
        )}
      </div>
      {children !== undefined && <Group gap="xs">{children}</Group>}
    </header>
  );
}
