import { Alert, type AlertProps } from '@mantine/core';

const show = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' });

/** The answer to a click that did not succeed. It scrolls into view, above the fixed bars of a phone. */
export const Outcome = (props: AlertProps) => (
  <Alert ref={show} role="alert" style={{ scrollMarginBlock: '80px 200px' }} {...props} />
);
