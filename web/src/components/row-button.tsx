import { Button } from '@mantine/core';

interface Props {
  text: string;
  /** For screen readers: names the subject, too. */
  full: string;
  /** It takes something away. */
  removes?: boolean;
  onClick: () => void;
}

/** An action of a row or card in a list. */
export const RowButton = ({ text, full, removes = false, onClick }: Props) => (
  <Button
    size="xs"
    {...(removes ? { variant: 'subtle', color: 'red' } : { variant: 'default' })}
    aria-label={full}
    onClick={onClick}
    // A narrow row wraps its text instead.
    style={{ flexShrink: 0 }}
  >
    {text}
  </Button>
);
