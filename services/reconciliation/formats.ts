import { sandboxFormat } from './sandbox-format.ts';
import type { StatementFormat } from './statement-format.ts';
import { stripeFormat } from './stripe-format.ts';
export const formats: readonly StatementFormat[] = [sandboxFormat, stripeFormat];
