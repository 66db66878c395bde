import { Button, Group, Popover } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '../../app/load-part.ts';
import { useAsOf, useTurnTo } from './as-of.ts';

// Calendars are large, and the past is rarely viewed.
const AsOfForm = lazy(() => untilLoaded(() => import('./as-of-form.tsx')));

/** The one control that turns the whole desk to a past time or position. */
export function AsOfControl() {
  const { t } = useTranslation('finance');
  const [open, setOpen] = useState(false);
  const as_of = useAsOf();
  const turnTo = useTurnTo();
  return (
    <Group justify="flex-end">
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={336} trapFocus shadow="md">
        <Popover.Target>
          <Button
            size="xs"
            variant={as_of === undefined ? 'default' : 'light'}
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {t(as_of === undefined ? 'asOf.now' : 'asOf.other')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('asOf.choose')}>
          <Suspense>
            <AsOfForm
              onChosen={(chosen) => {
                setOpen(false);
                turnTo(chosen);
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
