import { Badge, HoverCard, Stack } from '@mantine/core';
import { IconBell, IconBellCog, IconHeart, IconMessageCircle, type IconProps } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';

type Kind = 'message' | 'comment' | 'like';

const PLACES: readonly {
  name: Kind | 'settings';
  to: LinkProps['to'];
  icon: ComponentType<IconProps>;
}[] = [
  { name: 'message', to: '/notice', icon: IconBell },
  { name: 'comment', to: '/notice/comment', icon: IconMessageCircle },
  { name: 'like', to: '/notice/like', icon: IconHeart },
  { name: 'settings', to: '/setting/notification', icon: IconBellCog },
];

interface Props {
  counts: Readonly<Record<Kind, number>>;
  children: ReactNode;
}

/** Opens when a pointer is above the link, which leads to the same pages for keys and fingers. */
export function MessageMenu({ counts, children }: Props) {
  const { t } = useTranslation('shell');
  return (
    <HoverCard
      openDelay={120}
      closeDelay={200}
      position="bottom-end"
      width={220}
      shadow="md"
      withRoles={false}
    >
      <HoverCard.Target>
        <div>{children}</div>
      </HoverCard.Target>
      <HoverCard.Dropdown p={4}>
        <Stack gap={2} component="nav" aria-label={t('nav.messages')}>
          {PLACES.map(({ name, to, icon: Icon }) => {
            const count = name === 'settings' ? 0 : counts[name];
            return (
              <ButtonLink
                key={name}
                to={to}
                variant="subtle"
                color="gray"
                fullWidth
                justify="flex-start"
                leftSection={<Icon size={18} aria-hidden />}
                rightSection={count > 0 && <Badge className="figures">{count > 99 ? '99+' : count}</Badge>}
              >
                {t(`notices.${name}`)}
              </ButtonLink>
            );
          })}
        </Stack>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
