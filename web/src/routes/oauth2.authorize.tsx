import { createFileRoute } from '@tanstack/react-router';
import { AuthorizePage } from '../fan/open/authorize-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

const FIELDS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
type Asked = { [Field in (typeof FIELDS)[number]]?: string | undefined };

export const Route = createFileRoute('/oauth2/authorize')({
  // Not shortened: the state must come back as it was sent.
  validateSearch: (search): Asked =>
    Object.fromEntries(FIELDS.map((field) => [field, search[field] && String(search[field])])),
  ...signedInPage,
  component: function Authorize() {
    return <AuthorizePage request={Route.useSearch()} />;
  },
});
