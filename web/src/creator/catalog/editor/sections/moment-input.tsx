import { TextInput, type TextInputProps } from '@mantine/core';
import { HINT_BELOW } from '../../../../components/forms/hint-below.ts';
import { useZoneHint } from '../../../../language/use-locale.ts';
import { zonedSeconds, zonedText } from '../../../../language/zone.ts';

/** The latest time that the server accepts. */
const LAST = '2099-12-31T23:59';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'description'> {
  /** Unix seconds; `''` for none. */
  value?: number | '';
  onChange?: (seconds: number | '') => void;
  description?: string;
}

/** A day and a time to the minute, in the business zone; named below where the browser is in another. */
export function MomentInput({ value = '', onChange, description, ...props }: Props) {
  const zone = useZoneHint();
  return (
    <TextInput
      type="datetime-local"
      max={LAST}
      step={60}
      classNames={{ input: 'figures' }}
      description={[description, zone].filter(Boolean).join(' · ')}
      inputWrapperOrder={HINT_BELOW}
      value={value === '' ? '' : zonedText(value)}
      onChange={(event) => onChange?.(zonedSeconds(event.currentTarget.value) ?? '')}
      {...props}
    />
  );
}
