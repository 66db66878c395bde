import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Progress } from '#services/contract/delivery/express.ts';
import { useLocale } from '../../language/use-locale.ts';

/** Lines that are shown at first. */
const FIRST = 3;

/** What the company itself says about a parcel, newest first, and where to look if it says nothing. */
export function ParcelNews({ news, company }: { news: Progress['news']; company: string }) {
  const { t, formats } = useLocale('delivery');
  const [all, setAll] = useState(false);
  if (news === null) return null;
  const { lines, failed, company_page } = news;
  const shown = all ? lines : lines.slice(0, FIRST);
  const page = company_page !== '' && (
    <Anchor href={company_page} target="_blank" rel="noreferrer noopener" size="sm" underline="always">
      {t('news.page', { company })}
      <IconExternalLink
        size={14}
        aria-hidden
        style={{ marginInlineStart: 4, verticalAlign: 'text-bottom' }}
      />
    </Anchor>
  );
  return (
    <Stack gap="sm" component="section" aria-label={t('news.title', { company })}>
      {failed && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
          <Text size="sm">{t('news.failed', { company })}</Text>
          {page}
        </Alert>
      )}
      {lines.length > 0 && (
        <>
          <Text fw={650}>{t('news.title', { company })}</Text>
          <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
            {shown.map(({ text, time }, at) => (
              // Lines come at the front; two can have the same text and time.
              <li key={`${lines.length - at}`}>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Text>
                <Text className="footnote figures">{formats.dateTime(time)}</Text>
              </li>
            ))}
          </Stack>
          {shown.length < lines.length && (
            <Button variant="default" size="xs" style={{ alignSelf: 'start' }} onClick={() => setAll(true)}>
              {t('news.all', { count: lines.length })}
            </Button>
          )}
        </>
      )}
      {!failed && lines.length === 0 && <Text className="hint">{t('news.none', { company })}</Text>}
      {!failed && page}
    </Stack>
  );
}
