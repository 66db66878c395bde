import { Button, Paper, Text } from '@mantine/core';
import { IconExternalLink, IconUnlink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { webAddress } from '#services/contract/fields/web-address.ts';
import { DeadEnd } from '../components/dead-end.tsx';
import { ButtonLink } from '../components/links.tsx';
import { usePageTitle } from '../shell/page-title.ts';

/** /link?url=: warns before another site. Its host is shown in the letters that are sent, so that none looks like ours. */
export function LinkPage({ url }: { url: string | undefined }) {
  const { t } = useTranslation('info');
  const target = webAddress(url ?? '');
  usePageTitle(t(target ? 'link.title' : 'link.none'));
  const home = (
    <ButtonLink to="/" variant="default">
      {t('link.stay')}
    </ButtonLink>
  );
  if (target === undefined)
    return (
      <DeadEnd
        icon={<IconUnlink aria-hidden />}
        title={t('link.none')}
        text={t('link.noneText')}
        color="orange"
      >
        {home}
      </DeadEnd>
    );
  return (
    <DeadEnd
      icon={<IconExternalLink aria-hidden />}
      title={t('link.title')}
      text={t('link.text')}
      color="orange"
    >
      <Paper withBorder p="md" w="100%" ta="start">
        <Text size="sm" c="dimmed">
          {t('link.to')}
        </Text>
        <Text fw={650}>{target.host}</Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={4}>
          {target.href}
        </Text>
      </Paper>
      {home}
      <Button component="a" href={target.href} rel="noreferrer nofollow">
        {t('link.go')}
      </Button>
    </DeadEnd>
  );
}
