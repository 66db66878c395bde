import { Alert, FileInput, Text, Textarea } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readProofFile } from '#services/contract/audit/proof-file.ts';
import { Section } from '../components/section.tsx';
import { CheckResult } from './check-result.tsx';

/** Checks a proof from a file or text; it does not leave the browser. */
export function FileCheck({ publicKey }: { publicKey: string | undefined }) {
  const { t } = useTranslation('proof');
  const [text, setText] = useState('');
  const file = useMemo(() => (text.trim() === '' ? undefined : readProofFile(text)), [text]);
  const choose = (chosen: File | null) => void (chosen?.text() ?? Promise.resolve('')).then(setText);
  return (
    <Section title={t('other.title')} text={t('other.text')}>
      <FileInput
        label={t('file')}
        placeholder={t('fileHint')}
        accept="application/json,.json"
        clearable
        clearButtonProps={{ 'aria-label': t('fileHint') }}
        leftSection={<IconFileCertificate size={18} aria-hidden />}
        onChange={choose}
      />
      <Textarea
        label={t('paste')}
        minRows={3}
        maxRows={6}
        value={text.length > 20_000 ? `${text.slice(0, 20_000)}…` : text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.trim() !== '' && file === undefined && (
        <Alert color="orange" radius="lg" role="alert" title={t('result.noFile')}>
          {t('result.noFileText')}
        </Alert>
      )}
      {file !== undefined && publicKey === undefined && <Text c="dimmed">{t('key.missing')}</Text>}
      {file !== undefined && publicKey !== undefined && <CheckResult file={file} publicKey={publicKey} />}
    </Section>
  );
}
