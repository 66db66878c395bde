import { Box, Button, Code } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/copy/copy-button.tsx';

interface Props {
  text: string;
  /** The content, for screen readers. */
  label: string;
  /** Height from which it scrolls, in px. */
  most?: number;
  /** Breaks long lines. */
  wraps?: boolean;
}

/** A text to copy: code, a token, an answer. */
export function CodeBlock({ text, label, most = 360, wraps = false }: Props) {
  const { t } = useTranslation('open');
  return (
    <Box>
      <Code
        block
        tabIndex={0}
        role="region"
        aria-label={label}
        mah={most}
        style={{ overflow: 'auto', whiteSpace: wraps ? 'pre-wrap' : 'pre', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            mt="xs"
            size="xs"
            variant="default"
            onClick={copy}
            aria-label={t(copied ? 'copied' : 'copyOf', { what: label })}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {t(copied ? 'copied' : 'copy')}
          </Button>
        )}
      </CopyButton>
    </Box>
  );
}
