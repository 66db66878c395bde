import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTypedCode, type ScannedCode } from './scanned-code.ts';

/** For a code that no camera can read: typed, it is checked like a scan. */
export function ManualEntry({
  busy,
  onEntered,
}: {
  busy: boolean;
  onEntered: (scanned: ScannedCode) => void;
}) {
  const { t } = useTranslation('door');
  const [typed, setTyped] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        onEntered(readTypedCode(typed));
        setTyped('');
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('manual.label')}
          placeholder={t('manual.hint')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={600}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Button type="submit" loading={busy}>
          {t('manual.check')}
        </Button>
      </Group>
    </form>
  );
}
