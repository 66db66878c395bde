import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import classes from './account-form.module.css';

export interface CardProps {
  title: string;
  text: string;
  /** Below the card: the way to the other page. */
  other?: ReactNode;
  children: ReactNode;
}

interface Props
  extends Omit<CardProps, 'children'>,
    Pick<ComponentProps<typeof ServerForm>, 'form' | 'submit' | 'children'> {
  /** Below the form: another way. */
  after?: ReactNode;
  /** The card has another first way. */
  isSecond?: boolean;
  /** In place of a form that cannot be filled in. */
  instead?: ReactNode;
  /** In place of the page's. */
  card?: ComponentType<CardProps> | undefined;
}

/** The quiet page that signing in, registering and a forgotten password share. */
export function AccountCard({ title, text, other, children }: CardProps) {
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

/** The same with one form. */
export const AccountForm = (props: Props) => {
  const { title, text, other, after, instead, isSecond = false, card: Card = AccountCard, ...form } = props;
  return (
    <Card title={title} text={text} other={other}>
      {instead || (
        <ServerForm
          {...form}
          button={{ size: 'md', fullWidth: true, ...(isSecond && { variant: 'default' }) }}
        />
      )}
      {after}
    </Card>
  );
};
