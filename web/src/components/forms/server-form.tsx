import { Alert, Button, type ButtonProps, Group, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { CSSProperties, FormEvent, KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusRefused } from './use-focus-refused.ts';

interface Props {
  /** From useServerForm. */
  form: {
    submit: (event?: FormEvent<HTMLFormElement>) => void;
    sending: boolean;
    trouble: string | undefined;
    /** How many times something was refused, here or by the server. */
    refusals: number;
  };
  /** Text of the button; without it the fields contain a button. */
  submit?: ReactNode;
  button?: ButtonProps & { 'aria-describedby'?: string; onClick?: () => void };
  onCancel?: (() => void) | undefined;
  cancel?: ReactNode;
  /** Buttons at the left: a form that is a part of a page, not of a dialog. */
  left?: boolean;
  /** Next to the buttons. */
  beside?: ReactNode;
  /** Name of the form where a page has more than one. */
  label?: string | undefined;
  gap?: 'xs' | 'sm' | 'md' | 'lg';
  style?: CSSProperties;
  children: ReactNode;
}

/** Safari reports the Enter that ends an IME composition after it, with this code. */
const COMPOSING = 229;

/** Enter that ends an IME composition sends nothing. */
function keepComposition(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === COMPOSING))
    event.preventDefault();
}

/** Fields, refusals and buttons. The first refused field gets the focus. */
export function ServerForm(props: Props) {
  const { form, submit, button, onCancel, cancel, left = false, beside, label, gap = 'md' } = props;
  const { style, children } = props;
  const { t } = useTranslation('shell');
  const element = useFocusRefused(form.refusals);
  const leave = onCancel && (
    <Button variant="default" onClick={onCancel}>
      {cancel ?? t('action.cancel')}
    </Button>
  );
  return (
    <form
      // A form in a dialog over this one sends its own request only.
      onSubmit={(event) => event.target === event.currentTarget && form.submit(event)}
      onKeyDown={keepComposition}
      noValidate
      ref={element}
      aria-label={label}
      style={style}
    >
      <Stack gap={gap}>
        <Stack gap={gap} inert={form.sending}>
          {children}
        </Stack>
        {form.trouble !== undefined && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {form.trouble}
          </Alert>
        )}
        {submit !== undefined && (
          <Group justify={left ? 'flex-start' : 'flex-end'} gap="sm">
            {!left && leave}
            <Button type="submit" loading={form.sending} {...button}>
              {submit}
            </Button>
            {left && leave}
            {beside}
          </Group>
        )}
      </Stack>
    </form>
  );
}
