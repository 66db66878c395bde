import { useProfile } from '../../../app/session.ts';
import { AnchorLink } from '../../links.tsx';
import { Name } from '../../name.tsx';

interface Props {
  user_id: string;
  name: string;
  reason: string;
}

/** Links are inline: only a block is cut. */
const ONE_LINE = { display: 'inline-block', maxWidth: '100%', verticalAlign: 'bottom' } as const;

/** A person's name: for an admin a link to what the person has, for support to the person's orders. */
export function PersonLink({ user_id, name, reason }: Props) {
  const roles = useProfile()?.roles ?? [];
  const shown = name || user_id;
  const search = { user_id, reason };
  if (roles.includes('admin')) {
    return (
      <AnchorLink
        to="/admin/users"
        search={search}
        truncate
        title={shown}
        underline="always"
        style={ONE_LINE}
      >
        {shown}
      </AnchorLink>
    );
  }
  if (roles.includes('support')) {
    return (
      <AnchorLink to="/support" search={search} truncate title={shown} underline="always" style={ONE_LINE}>
        {shown}
      </AnchorLink>
    );
  }
  return <Name inherit>{shown}</Name>;
}
