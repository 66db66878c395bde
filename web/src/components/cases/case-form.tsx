import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../../app/queries.ts';
import type { useCasePictures } from './use-case-pictures.tsx';

interface Done {
  /** @param answer `waits`: a second person decides first */
  onSuccess: (answer: { case_id: string; waits?: boolean }) => void;
  onError: (error: unknown) => void;
}

/** A button of the form. */
export interface CaseChoice {
  label: string;
  /** The message after success. */
  done: string;
  /** The message where a second person decides first. */
  doneWaiting?: string;
  /** Without a text the button sends nothing. */
  needsText: boolean;
  color?: 'red' | 'default';
  isSending: boolean;
  /** Without it, chosen pictures are not sent, and the form says so. */
  takesPictures?: boolean;
  send: (text: string, after: Done, pics: string[]) => void;
}

interface Props {
  label: string;
  hint?: string;
  maxLength: number;
  choices: readonly CaseChoice[];
  /** Pictures can be added. */
  pictures?: ReturnType<typeof useCasePictures>;
  /** Above the buttons. */
  children?: ReactNode;
}

/** A text, and what to do with it. */
export function CaseForm({ label, hint, maxLength, choices, pictures, children }: Props) {
  const { t } = useTranslation('cases');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const isSending = choices.some((one) => one.isSending);
  const press = (choice: CaseChoice) => {
    const { needsText, takesPictures = false, send, done, doneWaiting = done } = choice;
    const pics = pictures?.pics ?? [];
    if (needsText && text.trim() === '') {
      setError(t('textMissing'));
      return;
    }
    if (takesPictures ? pictures?.areComing : pics.length > 0) {
      setError(t(takesPictures ? 'picturesComing' : 'picturesNeedMessage'));
      return;
    }
    setError(undefined);
    const after: Done = {
      onSuccess: ({ waits }) => {
        setText('');
        pictures?.clear();
        notifications.show({ color: 'green', message: waits ? doneWaiting : done });
      },
      onError: (refusal) => setError(sentenceOf(refusal)),
    };
    send(text, after, pics);
  };
  return (
    <Stack gap="sm">
      <Textarea
        label={label}
        {...(hint !== undefined && { description: hint })}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {pictures?.field}
      {children}
      {error !== undefined && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {error}
        </Text>
      )}
      <Group gap="xs">
        {choices.map((choice, nth) => (
          <Button
            key={choice.label}
            {...(nth > 0 && { variant: choice.color === 'red' ? 'light' : 'default' })}
            {...(choice.color === 'red' && { color: 'red' })}
            loading={choice.isSending}
            disabled={isSending && !choice.isSending}
            onClick={() => press(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
