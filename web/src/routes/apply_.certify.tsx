import { createFileRoute } from '@tanstack/react-router';
import { CertifyPage } from '../creator/accounts/certify/certify-page.tsx';
import { creatorsOnly } from '../creator/frame/creator-guard.ts';
import { sessionRequired } from '../shell/session-guard.ts';

export const Route = createFileRoute('/apply_/certify')({
  staticData: sessionRequired,
  beforeLoad: creatorsOnly,
  component: CertifyPage,
});
