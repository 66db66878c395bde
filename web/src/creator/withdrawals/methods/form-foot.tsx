import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormTrouble } from './form-trouble.tsx';

interface Props {
  error: Error | null;
  /** Fields whose refusals stand beside them. */
  shown: readonly string[];
  sending: boolean;
  /** What sending is called. */
  send: ReactNode;
  /** What leaving is called. */
  leave: ReactNode;
  /** Without it there is nothing to go back to. */
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
