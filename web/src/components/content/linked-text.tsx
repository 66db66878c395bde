import { Anchor, Text } from '@mantine/core';
import { textParts } from './text-parts.ts';

/** A plain text with its line breaks; http and https addresses are links. */
export const LinkedText = ({ text }: { text: string }) => (
  <Text component="div" lh={1.8} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {textParts(text).map((part, index) =>
      part.href === undefined ? (
        part.text
      ) : (
        <Anchor
          key={index}
          href={part.href}
          underline="always"
          target="_blank"
          rel="noreferrer noopener nofollow ugc"
        >
          {part.text}
        </Anchor>
      ),
    )}
  </Text>
);
