import { Select } from '@mantine/core';

interface Props<Value extends string | number> {
  /** The filter; shown while nothing is chosen. */
  label: string;
  value: Value | undefined;
  choices: readonly (readonly [Value, string])[];
  onChange: (value: Value | undefined) => void;
}

/** One value of a filter, or none. */
export function Choice<Value extends string | number>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <Select
      w={{ base: 'calc(50% - 6px)', xs: 168 }}
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': label }}
      value={value === undefined ? null : String(value)}
      onChange={(chosen) => onChange(choices.find(([one]) => String(one) === chosen)?.[0])}
      data={choices.map(([one, text]) => ({ value: String(one), label: text }))}
    />
  );
}
