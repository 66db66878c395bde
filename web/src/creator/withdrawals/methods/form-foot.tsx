import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormTrouble } from './form-trouble.tsx';

interface Props {
  error: Error | null;
  /** Fields with their own refusals. */
  shown: readonly string[];
  sending: boolean;
  /** The label of the submit button. */
  send: ReactNode;
  /** The label of the cancel button. */
  leave: ReactNode;
  /** Without it there is no cancel button. */
  onLeave: (() => void) | undefined;
}

/** What went wrong, sending, and the way out. */
export function FormFoot({ error, shown, sending, send, leave, onLeave }: Props) {
  return (
    <>
      <FormTrouble error={error} shown={shown} />
      <Group>
        <Button type="submit" loading={sending}>
          {send}
        </Button>
        {onLeave !== undefined && (
          <Button variant="default" onClick={onLeave}>
            {leave}
          </Button>
        )}
      </Group>
    </>
  );
}
