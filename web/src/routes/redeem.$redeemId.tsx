import { createFileRoute } from '@tanstack/react-router';
import { RedeemPage } from '../fan/redeem/redeem-page.tsx';

export const Route = createFileRoute('/redeem/$redeemId')({ component: RedeemPage });
