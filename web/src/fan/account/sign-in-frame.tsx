import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../shell/page-title.ts';
import classes from './sign-in-frame.module.css';

interface Props {
  title: string;
  text: string;
  children: ReactNode;
  /** Below the card: the way to the other page. */
  other: ReactNode;
}

/** The quiet page that all sign-in forms share. */
export function SignInFrame({ title, text, children, other }: Props) {
  usePageTitle(title);
  return (
    <div className={classes.ground}>
      <Container size={440} py={{ base: 32, sm: 72 }}>
        <Paper withBorder shadow="md" p={{ base: 'lg', xs: 'xl' }}>
          <Stack gap="lg">
            <div>
              <Title order={1} fz={26}>
                {title}
              </Title>
              <Text c="dimmed">{text}</Text>
            </div>
            {children}
          </Stack>
        </Paper>
        <Text ta="center" mt="lg" component="div">
          {other}
        </Text>
      </Container>
    </div>
  );
}
