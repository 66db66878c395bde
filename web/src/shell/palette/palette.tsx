import { Loader, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH, wordsOf } from '#services/contract/content/search-words.ts';
import { useProfile } from '../../app/session.ts';
import { Marked } from '../../components/search/marked.tsx';
import { rememberSearch, useSearchHistory } from '../../components/search/search-history.ts';
import classes from './palette.module.css';
import { type PaletteGroup, usePaletteHits } from './use-palette-hits.ts';

const WAIT_MS = 200;

/** One field over everything that the person may see, opened by ⌘K or Ctrl-K. Arrows choose, Enter opens. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('content-search');
  const router = useRouter();
  const list = useId();
  const person = useProfile()?.user.user_id ?? '';
  const history = useSearchHistory(person);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), WAIT_MS);
  const words = useMemo(() => wordsOf(q), [q]);
  const { groups: found, isLoading } = usePaletteHits(q, words);
  const [active, setActive] = useState(0);
  // Other words: the first hit again.
  useEffect(() => setActive(0), [q]);

  const searchFor = (text: string) => router.buildLocation({ to: '/search', search: { q: text } }).href;
  const groups: PaletteGroup[] =
    words.length === 0
      ? [{ name: t('history'), hits: history.map((text) => ({ href: searchFor(text), title: text })) }]
      : [
          { name: t('title'), hits: [{ href: searchFor(q), title: t('palette.all', { words: q }) }] },
          ...found,
        ];
  const hits = groups.flatMap((group) => group.hits);
  const chosen = hits[Math.min(active, hits.length - 1)];

  const open = (href: string) => {
    if (q !== '') rememberSearch(person, q);
    onClose();
    router.history.push(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows of an IME choose its words.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      setActive((Math.min(active, hits.length - 1) + step + hits.length) % hits.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // Words that were typed a moment ago are not searched yet.
    if (typed.trim() !== q) open(searchFor(typed.trim()));
    else if (chosen) open(chosen.href);
  };

  let nth = -1;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title')}
      size="lg"
      centered={false}
      yOffset="10vh"
      classNames={{ body: classes.body }}
    >
      <TextInput
        data-autofocus
        size="md"
        value={typed}
        maxLength={MAX_SEARCH}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        aria-label={t('palette.field')}
        placeholder={t('palette.field')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={isLoading ? <Loader size={16} /> : undefined}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${list}-${Math.min(active, hits.length - 1)}` : undefined}
      />
      <div className={classes.hits} tabIndex={-1}>
        <div role="listbox" id={list} aria-label={t('palette.hits')}>
          {groups.map(
            (group) =>
              group.hits.length > 0 && (
                <Stack key={group.name} gap={2} role="group" aria-label={group.name} mb="xs">
                  <Text className="hint" px="xs" aria-hidden>
                    {group.name}
                  </Text>
                  {group.hits.map(({ href, title, hint }) => {
                    nth += 1;
                    const own = nth;
                    return (
                      <UnstyledButton
                        key={`${own} ${href}`}
                        id={`${list}-${own}`}
                        role="option"
                        tabIndex={-1}
                        aria-selected={hits[own] === chosen}
                        className={classes.hit}
                        onMouseMove={() => setActive(own)}
                        onClick={() => open(href)}
                        ref={(element) => {
                          if (element && hits[own] === chosen) element.scrollIntoView({ block: 'nearest' });
                        }}
                      >
                        {words.length === 0 && <IconHistory size={16} aria-hidden />}
                        <span className={classes.title}>
                          <Marked text={title} words={words} />
                        </span>
                        {hint !== undefined && hint !== '' && <span className={classes.hint}>{hint}</span>}
                      </UnstyledButton>
                    );
                  })}
                </Stack>
              ),
          )}
        </div>
        {words.length > 0 && found.length === 0 && !isLoading && (
          <Text className="hint" px="xs" role="status">
            {t('palette.none')}
          </Text>
        )}
        {words.length === 0 && history.length === 0 && (
          <Text className="hint" px="xs">
            {t('palette.begin')}
          </Text>
        )}
      </div>
    </Modal>
  );
}
