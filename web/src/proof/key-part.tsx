import { Button, Code, Group, Text, Textarea } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../components/save-file.ts';
import { Section } from '../components/section.tsx';

interface Props {
  /** Undefined while it is not known. */
  published: string | undefined;
  /** The pasted key; undefined: the published key is used. */
  own: string | undefined;
  onOwn: (key: string | undefined) => void;
}

/** The key by which everything on the page is checked: the published one, or one that the person has. */
export function KeyPart({ published, own, onOwn }: Props) {
  const { t } = useTranslation('proof');
  const [pasting, setPasting] = useState(false);
  const open = pasting || own !== undefined;
  const leave = () => {
    setPasting(false);
    onOwn(undefined);
  };
  return (
    <Section title={t('key.title')} text={t('key.text')}>
      {open ? (
        <Textarea
          label={t('key.label')}
          description={own === undefined ? undefined : t('key.isOwn')}
          minRows={3}
          maxLength={2000}
          value={own ?? ''}
          onChange={({ currentTarget: { value } }) => onOwn(value.trim() === '' ? undefined : value)}
        />
      ) : (
        <Published text={published} />
      )}
      <Group gap="xs">
        <Button variant="default" onClick={() => (open ? leave() : setPasting(true))}>
          {t(open ? 'key.published' : 'key.own')}
        </Button>
        {!open && published !== undefined && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() =>
              saveBlob(new Blob([published], { type: 'application/x-pem-file' }), 'fanwatt-seals.pem')
            }
          >
            {t('key.download')}
          </Button>
        )}
      </Group>
    </Section>
  );
}

function Published({ text }: { text: string | undefined }) {
  const { t } = useTranslation('proof');
  if (text === undefined) return <Text c="dimmed">{t('key.missing')}</Text>;
  return (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text.trim()}
    </Code>
  );
}
