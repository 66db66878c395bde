import { Fragment } from 'react';

/**
 * Short facts in a row with dots between them: a line ends between two facts and not inside one, as a date would
 * be cut anywhere in Chinese. Empty ones are left out.
 */
export function Dotted({ parts }: { parts: readonly string[] }) {
  return parts
    .filter((part) => part !== '')
    .map((part, at) => (
      // Facts have nothing but their place.
      <Fragment key={at}>
        {at > 0 && ' · '}
        <span style={{ display: 'inline-block', maxWidth: '100%' }}>{part}</span>
      </Fragment>
    ));
}
