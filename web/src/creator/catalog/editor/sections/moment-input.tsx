import type { TextInputProps } from '@mantine/core';
import { DateField } from '../../../../components/forms/date-field.tsx';
import { HINT_BELOW } from '../../../../components/forms/hint-below.ts';
import { useZoneHint } from '../../../../language/use-locale.ts';
import { zonedSeconds, zonedText } from '../../../../language/zone.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'description'> {
  /** Unix seconds; `''` for none. */
  value?: number | '';
  onChange?: (seconds: number | '') => void;
  description?: string;
}

/** A day and a time to the minute, in the business zone; named below where the browser is in another. */
export function MomentInput({ value = '', onChange, description, ...props }: Props) {
  const zone = useZoneHint();
  const lines = [description, zone].filter(Boolean);
  return (
    <DateField
      withTime
      description={
        lines.length > 1 ? (
          <>
            {description}
            <br />
            {zone}
          </>
        ) : (
          lines[0]
        )
      }
      inputWrapperOrder={HINT_BELOW}
      value={value === '' ? '' : zonedText(value)}
      onChange={(text) => onChange?.(zonedSeconds(text) ?? '')}
      {...props}
    />
  );
}
