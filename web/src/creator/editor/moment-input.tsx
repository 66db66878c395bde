import { TextInput, type TextInputProps } from '@mantine/core';

/** The last moment that the server takes. */
const LAST = '2099-12-31T23:59';

/** A day and a time to the minute, in the time zone of who fills it in. */
export const MomentInput = (props: TextInputProps) => (
  <TextInput type="datetime-local" max={LAST} step={60} classNames={{ input: 'figures' }} {...props} />
);
