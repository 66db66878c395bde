import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './wide-table.module.css';

/**
 * The sums of a month, in the order in which they are read: what came in, less what goes off, and what others' orders
 * brought, is the net.
 */
export const SUMS = [
  'gross',
  'refunds',
  'payment_fee',
  'service_fee',
  'affiliate',
  'commissions',
  'net',
] as const;

interface Props {
  /** What it lists, read out. */
  label: string;
  /** In px: on less it is scrolled, by keyboard too. */
  minWidth: number;
  children: ReactNode;
}

/** A table with more columns than a phone is wide: there what a row is about stays in sight beside the others. */
export function WideTable({ label, minWidth, children }: Props) {
  return (
    <Table.ScrollContainer
      className={classes.frame}
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
    >
      <Table className="figures" verticalSpacing="sm">
        {children}
      </Table>
    </Table.ScrollContainer>
  );
}
