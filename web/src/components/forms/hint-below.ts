import type { InputWrapperProps } from '@mantine/core';

/** Fields beside each other stand in one line, whatever their hints need. */
export const HINT_BELOW: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];
