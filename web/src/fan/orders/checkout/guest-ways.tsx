import { Button, Group, Stack } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '../../../app/load-part.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import type { Draft } from './draft.ts';

const OrderSignIn = lazy(() => untilLoaded(() => import('../../accounts/sign-in/order-sign-in.tsx')));

interface Props {
  /** What the guest typed: it is there again after signing in. */
  draft: Draft;
  children: ReactNode;
}

/** A guest signs in by a code on this page, or on the page of all ways. */
export function GuestWays({ draft, children }: Props) {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const back = useLocation({ select: (location) => location.href });
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const open = () => {
    setOpen(true);
    // The data of the page are read again for the person, and the form begins with it.
    void navigate({ href: back, replace: true, resetScroll: false, state: { draft } });
  };
  const elsewhere = { search: { back }, state: { draft }, size: 'sm' } as const;
  return (
    <Stack gap={4}>
      <ButtonLink size="lg" px="xs" fullWidth to="/login" search={{ back }} state={{ draft }}>
        {children}
      </ButtonLink>
      <Button variant="subtle" size="sm" onClick={open}>
        {t('order.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <OrderSignIn
            onClose={close}
            others={
              <Group justify="space-between" mt="md">
                <AnchorLink to="/reg" {...elsewhere}>
                  {t('reg.title')}
                </AnchorLink>
                <AnchorLink to="/login" {...elsewhere}>
                  {t('order.others')}
                </AnchorLink>
              </Group>
            }
          />
        </Suspense>
      )}
    </Stack>
  );
}
