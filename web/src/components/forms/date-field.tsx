import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '../../app/load-part.ts';
import { writtenDate } from './written-date.ts';

// Calendars are large, and most people type.
const DateChoice = lazy(() => untilLoaded(() => import('./date-choice.tsx')));

const EXAMPLE = '2026-10-02';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection'> {
  /** `2026-10-02`, or `2026-10-02T21:39` with `withTime`; `''` for none. */
  value?: string;
  /** Called with `''` also while the text is no date. */
  onChange?: (value: string) => void;
  withTime?: boolean;
}

/**
 * A day, or a day and a time to the minute: typed, or picked from a calendar in the language of the page. The
 * browser's own field is in the browser's language, and looks filled while it is empty. The form is not sent while the
 * text is no date.
 */
export function DateField({ value = '', onChange, withTime = false, error, onBlur, ...props }: Props) {
  const { t } = useTranslation('shell');
  const input = useRef<HTMLInputElement>(null);
  // The text while it is being typed, or is no date.
  const [typed, setTyped] = useState<string>();
  const [unreadable, setUnreadable] = useState(false);
  const [picking, setPicking] = useState(false);
  const isNoDate = typed !== undefined && typed.trim() !== '' && writtenDate(typed, withTime) === undefined;

  const set = (next: string): void => {
    setUnreadable(false);
    setTyped(undefined);
    onChange?.(next);
  };
  const type = (text: string): void => {
    set(writtenDate(text, withTime) ?? '');
    setTyped(text);
  };
  const finish = (): void => {
    setUnreadable(isNoDate);
    if (!isNoDate) setTyped(undefined);
  };

  useEffect(() => {
    const form = input.current?.form;
    if (!isNoDate || !form) return undefined;
    const refuse = (event: SubmitEvent): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setUnreadable(true);
      input.current?.focus();
    };
    form.addEventListener('submit', refuse);
    return () => form.removeEventListener('submit', refuse);
  }, [isNoDate]);

  const pick = (
    <Popover opened={picking} onChange={setPicking} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={t('date.pick')} onClick={() => setPicking(!picking)}>
          <IconCalendar size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('date.pick')}>
        <Suspense>
          <DateChoice value={value} withTime={withTime} onChange={set} onChosen={() => setPicking(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      {...props}
      ref={input}
      autoComplete="off"
      classNames={{ input: 'figures' }}
      placeholder={t(withTime ? 'date.timePattern' : 'date.pattern')}
      value={typed ?? value.replace('T', ' ')}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={(event) => {
        finish();
        onBlur?.(event);
      }}
      error={unreadable ? t('date.unreadable', { example: withTime ? `${EXAMPLE} 21:39` : EXAMPLE }) : error}
      rightSection={pick}
    />
  );
}
