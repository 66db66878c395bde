import { createFileRoute } from '@tanstack/react-router';
import { CartPage } from '../fan/cart/cart-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/cart')({
  ...signedInPage,
  component: CartPage,
});
