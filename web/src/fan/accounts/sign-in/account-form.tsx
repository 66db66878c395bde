import { Button, Container, Paper, Stack, Text, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { usePageTitle } from '../../../shell/page-title.ts';
import classes from './account-form.module.css';

interface Props {
  title: string;
  text: string;
  /** Below the card: the way to the other page. */
  other: ReactNode;
  /** The label of the button. */
  submit: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  pending: boolean;
  /** Replaces the form when it cannot be used. */
  instead?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** The quiet page with one form that signing in, registering and a forgotten password share. */
export function AccountForm({ title, text, other, submit, onSubmit, pending, instead, children }: Props) {
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
            {instead || (
              <form onSubmit={onSubmit} noValidate>
                <Stack gap="md">
                  {children}
                  <Button type="submit" size="md" loading={pending} fullWidth>
                    {submit}
                  </Button>
                </Stack>
              </form>
            )}
          </Stack>
        </Paper>
        <Text ta="center" mt="lg" component="div">
          {other}
        </Text>
      </Container>
    </div>
  );
}
