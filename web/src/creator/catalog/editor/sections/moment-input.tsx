import { TextInput, type TextInputProps } from '@mantine/core';
import { useZoneHint } from '../../../../language/use-formats.ts';

/** The last moment that the server takes. */
const LAST = '2099-12-31T23:59';

/** A day and a time to the minute, in the business zone; named below where the browser is in another. */
export function MomentInput(props: TextInputProps) {
  const zone = useZoneHint();
  return (
    <TextInput
      type="datetime-local"
      max={LAST}
      step={60}
      classNames={{ input: 'figures' }}
      description={zone}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
    />
  );
}
