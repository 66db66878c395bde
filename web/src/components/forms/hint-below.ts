import type { InputWrapperProps } from '@mantine/core';

/** Keeps fields in one line when their hints have different lengths. */
export const HINT_BELOW: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];
