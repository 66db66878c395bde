import { Button, type ButtonProps } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useProfile } from '../../app/session.ts';
import { ButtonLink } from '../../components/links.tsx';

interface Props extends Pick<ButtonProps, 'size' | 'flex' | 'disabled' | 'loading'> {
  /** Undefined while it is not known. */
  isMarked: boolean | undefined;
  /** What the button shows, and what it is called, in each state. */
  words: { on: string; off: string };
  labels: { on: string; off: string };
  icons: { on: ReactNode; off: ReactNode };
  onToggle: (marked: boolean) => void;
}

/** Follows or collects, and ends that; guests sign in first and come back. */
export function MarkToggle({ isMarked, words, labels, icons, onToggle, ...look }: Props) {
  const profile = useProfile();
  const back = useLocation({ select: ({ href }) => href });
  if (profile === null)
    return (
      <ButtonLink
        to="/login"
        search={{ back }}
        variant="default"
        leftSection={icons.off}
        aria-label={labels.off}
        {...look}
      >
        {words.off}
      </ButtonLink>
    );
  return (
    <Button
      variant="default"
      leftSection={isMarked ? icons.on : icons.off}
      aria-label={isMarked ? labels.on : labels.off}
      {...look}
      disabled={isMarked === undefined || look.disabled}
      onClick={() => onToggle(isMarked !== true)}
    >
      {isMarked ? words.on : words.off}
    </Button>
  );
}
