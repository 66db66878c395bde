import { createFileRoute } from '@tanstack/react-router';
import { CartPage } from '../fan/cart/cart-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/cart')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: CartPage,
});
