import { TextInput, type TextInputProps } from '@mantine/core';
import { useZoneHint } from '../../../../language/use-locale.ts';
import { zonedSeconds, zonedText } from '../../../../language/zone.ts';

/** The latest time that the server accepts. */
const LAST = '2099-12-31T23:59';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Unix seconds; `''` for none. */
  value?: number | '';
  onChange?: (seconds: number | '') => void;
}

/** A day and a time to the minute, in the business zone; named below where the browser is in another. */
export function MomentInput({ value = '', onChange, ...props }: Props) {
  const zone = useZoneHint();
  return (
    <TextInput
      type="datetime-local"
      max={LAST}
      step={60}
      classNames={{ input: 'figures' }}
      description={zone}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value === '' ? '' : zonedText(value)}
      onChange={(event) => onChange?.(zonedSeconds(event.currentTarget.value) ?? '')}
      {...props}
    />
  );
}
