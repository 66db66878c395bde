import { Alert, Button, Code, CopyButton, Group, SimpleGrid } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../components/section.tsx';

interface Props {
  codes: readonly string[];
  onSaved: () => void;
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onSaved }: Props) {
  const { t } = useTranslation('accounts-security');
  return (
    <Section title={t('recovery.title')} text={t('recovery.text')}>
      <Alert color="orange" variant="light" icon={<IconAlertCircle aria-hidden />}>
        {t('recovery.once')}
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" maw={420}>
        {codes.map((code) => (
          <Code key={code} fz="md" p="xs" ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'recovery.copied' : 'recovery.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onSaved}>{t('recovery.saved')}</Button>
      </Group>
    </Section>
  );
}
