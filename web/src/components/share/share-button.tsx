import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '../../app/load-part.ts';
import type { Shared } from './share-targets.ts';

const ShareDialog = lazy(() => untilLoaded(() => import('./share-dialog.tsx')));

interface Props {
  shared: Shared;
  /** Only the icon, where there is little room. */
  compact?: boolean;
}

/** Opens the ways to share a page. */
export function ShareButton({ shared, compact = false }: Props) {
  const { t } = useTranslation('relations-share');
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const label = t('of', { title: shared.title });
  return (
    <>
      {compact ? (
        <Tooltip label={t('title')}>
          <ActionIcon size={36} aria-label={label} onClick={open}>
            <IconShare2 size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button
          variant="default"
          leftSection={<IconShare2 size={18} aria-hidden />}
          aria-label={label}
          onClick={open}
        >
          {t('title')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ShareDialog shared={shared} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
