import type { BookTotalKind } from '#services/contract/books/finance-overview.ts';
import { lessYuan } from '../../../components/wire-money.ts';

/** What we earn is in credit, which the books have below zero: above zero here. */
export const shownTotal = (kind: BookTotalKind, value: string): string =>
  kind === 'other' ? lessYuan('0', value) : value;
