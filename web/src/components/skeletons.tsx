import { Skeleton } from '@mantine/core';

interface Props {
  count: number;
  /** Of each, in px. */
  height: number;
  radius?: 'md' | 'lg';
}

/** As many grey shapes as the list will have parts, while it loads. */
export const Skeletons = ({ count, height, radius = 'lg' }: Props) =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} height={height} radius={radius} />);
