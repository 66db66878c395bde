import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../components/links.tsx';
import { Name } from '../../components/name.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';

interface Props {
  user: { user_id: string; name: string; avatar: string };
  badge?: ReactNode;
}

/** A fan, with the way to all orders of that name. */
export const Person = ({ user: { user_id, name, avatar }, badge }: Props) => (
  <Group gap="sm" wrap="nowrap" miw={0}>
    <PersonPicture name={name} src={avatar} seed={user_id} size={36} />
    <AnchorLink
      to="/dashboard/sponsored-bill"
      search={{ search_q: name, search_param_type: 'name' }}
      c="inherit"
      underline="hover"
      miw={0}
    >
      <Name inherit>{name}</Name>
    </AnchorLink>
    {badge}
  </Group>
);
