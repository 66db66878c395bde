import { ActionIcon, Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconBookmark, IconLink, IconPlus, IconTrash } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../copy/copy-button.tsx';

interface SavedView {
  name: string;
  /** Filters, sort and columns, as the address has them. */
  search: string;
}

/** Views of this page under a name, kept in this browser; each is an address that can be shared. */
export function SavedViews() {
  const { t } = useTranslation('shell');
  const { history } = useRouter();
  const { pathname, searchStr } = useLocation();
  const [views, setViews] = useLocalStorage<SavedView[]>({ key: `views:${pathname}`, defaultValue: [] });
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const close = () => setNaming(false);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const viewName = name.trim();
    if (viewName === '') return;
    setViews((old) => [
      ...old.filter((view) => view.name !== viewName),
      { name: viewName, search: searchStr },
    ]);
    setName('');
    close();
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t('table.views')} title={t('table.views')}>
            <IconBookmark size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.name} onClick={() => history.push(`${pathname}${view.search}`)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNaming(true)}>
            {t('table.saveView')}
          </Menu.Item>
          <CopyButton value={`${location.origin}${pathname}${searchStr}`}>
            {({ copied, copy }) => (
              <Menu.Item
                leftSection={<IconLink size={16} aria-hidden />}
                closeMenuOnClick={false}
                onClick={copy}
              >
                {t(copied ? 'action.copied' : 'table.copyView')}
              </Menu.Item>
            )}
          </CopyButton>
          {views
            .filter(({ search }) => search === searchStr)
            .map((view) => (
              <Menu.Item
                key={view.name}
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setViews((old) => old.filter((one) => one.name !== view.name))}
              >
                {t('table.removeView', { name: view.name })}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={close} title={t('table.saveView')}>
        <form onSubmit={save}>
          <TextInput
            label={t('table.viewName')}
            required
            maxLength={40}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Group justify="flex-end" mt="md">
            <Button type="submit">{t('action.save')}</Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
