import { Anchor, Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../shell/operator.ts';
import { usePageTitle } from '../shell/page-title.ts';
import classes from './info.module.css';

interface Props {
  title: string;
  text: string;
  /** Below the title, for example since when it is in force. */
  note?: string | undefined;
  children: ReactNode;
}

/** A page to read, with the way to the operator at its end. */
export function InfoFrame({ title, text, note, children }: Props) {
  const { t } = useTranslation('info');
  usePageTitle(title);
  const help = useOperator()?.help;
  return (
    <Container size="xl" py={{ base: 'lg', sm: 48 }}>
      <Stack gap={32} className={classes.page}>
        <header>
          <Title order={1} fz={{ base: 26, sm: 32 }}>
            {title}
          </Title>
          <Text c="dimmed" mt="xs">
            {text}
          </Text>
          {note !== undefined && (
            <Text className="hint" mt="xs">
              {note}
            </Text>
          )}
        </header>
        {children}
        {help && (
          <Text>
            <Anchor href={help}>{t('contact')}</Anchor>
          </Text>
        )}
      </Stack>
    </Container>
  );
}

interface SectionProps {
  id?: string;
  title: string;
  text: string;
}

/** One subject of such a page. */
export const InfoSection = ({ id, title, text }: SectionProps) => (
  <section id={id} className={classes.section}>
    <Title order={2} fz={20}>
      {title}
    </Title>
    <Text className={classes.text} mt={8}>
      {text}
    </Text>
  </section>
);
