import { Text, type TextProps } from '@mantine/core';

interface Props extends TextProps {
  children: string;
}

/** A name on one line, which ends in an ellipsis where there is no room; the whole of it is in the title. */
export const Name = ({ children, ...style }: Props) => (
  <Text truncate miw={0} title={children} {...style}>
    {children}
  </Text>
);
