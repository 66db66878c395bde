import { IconWifiOff } from '@tabler/icons-react';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';

const subscribe = (changed: () => void) => onlineManager.subscribe(changed);
const isOnline = () => onlineManager.isOnline();

/** A notice while the browser has no network. */
export function OfflineNotice() {
  const { t } = useTranslation('shell');
  if (useSyncExternalStore(subscribe, isOnline)) return null;
  return <Notice icon={<IconWifiOff aria-hidden />}>{t('state.offline')}</Notice>;
}
