import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReconciledItem } from '#services/api/books/contract/statements.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

/** The resolution of a difference: to enter, entered, or to reopen. */
export function ReviewPart({ item }: { item: ReconciledItem }) {
  const { t, formats } = useLocale('reconciliation');
  const [asked, setAsked] = useState<'resolve' | 'reopen'>();
  const { open, resolution } = item;
  if (!open && resolution === null) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('judge.title')}>
      {resolution !== null && (
        <>
          <Text fw={650}>{open ? t('judge.moved') : t('resolved')}</Text>
          <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{resolution.reason}</Text>
          <Text className="hint figures">
            {t('judge.by', { name: resolution.by.name, time: formats.dateTime(resolution.time) })}
          </Text>
        </>
      )}
      {open && resolution === null && <Text>{t('judge.text')}</Text>}
      <Group gap="xs" mt="sm">
        {open && <Button onClick={() => setAsked('resolve')}>{t('judge.resolve')}</Button>}
        {resolution !== null && (
          <Button variant="default" onClick={() => setAsked('reopen')}>
            {t('judge.reopen')}
          </Button>
        )}
      </Group>
      <ResolveDialog item={item} asked={asked} onClose={() => setAsked(undefined)} />
    </Paper>
  );
}
