import { Container, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../shell/page-title.ts';
import classes from './settings-frame.module.css';

interface Props {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A person's own settings: one page for each subject, with links to the others above it. */
export function SettingsFrame({ title, text, children }: Props) {
  const { t } = useTranslation(['account', 'addresses', 'identities']);
  usePageTitle(title);
  const look = { className: classes.tab, activeProps: { 'data-here': true } };
  return (
    <Container size="sm" py="xl">
      <Stack gap="lg">
        <nav className={classes.tabs} aria-label={t('account:setting.tabs')}>
          <Link to="/setting/account" {...look}>
            {t('account:setting.tab')}
          </Link>
          <Link to="/setting/address" {...look}>
            {t('addresses:tab')}
          </Link>
          <Link to="/setting/identity" {...look}>
            {t('identities:tab')}
          </Link>
        </nav>
        <div>
          <Title order={1}>{title}</Title>
          {text !== undefined && <Text c="dimmed">{text}</Text>}
        </div>
        {children}
      </Stack>
    </Container>
  );
}
