import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './wide-table.module.css';

/** The sums of a month in reading order: income less deductions plus commissions is the net. */
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
  /** The content of the list, for screen readers. */
  label: string;
  /** In px: on less it is scrolled, by keyboard too. */
  minWidth: number;
  children: ReactNode;
}

/** A table wider than a phone: the first column is sticky. */
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
