import { Popover, Text, Textarea, type TextareaProps, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listParticipants } from '#services/contract/content/comments.ts';
import { queryOf } from '../../../api/queries.ts';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import classes from './mention-field.module.css';
import { begunMention, type Draft, edited, withMention } from './mentions.ts';

/** Between a key and the search for a name. */
const WAIT_MS = 150;

interface Props extends Omit<TextareaProps, 'value' | 'onChange'> {
  post_id: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

/** A text field that offers the people of a post's comments after an `@`. The focus stays in the field. */
export function MentionField({ post_id, draft, onDraft, ...props }: Props) {
  const { t } = useTranslation('content-comments');
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  /** Where the `@` is whose offer was closed. */
  const [closed, setClosed] = useState<number>();
  /** Where the caret belongs after a person was chosen. */
  const [next, setNext] = useState<number>();
  const begun = begunMention(draft, caret);
  const [search] = useDebouncedValue(begun?.search ?? '', WAIT_MS);
  const isBegun = begun !== null && begun.at !== closed;
  const { data } = useQuery({
    ...queryOf(listParticipants, { post_id, search }),
    enabled: isBegun,
    placeholderData: keepPreviousData,
  });
  // Those of the words before may not match any more.
  const wanted = begun?.search.toLowerCase() ?? '';
  const people = isBegun ? (data?.list ?? []).filter(({ name }) => name.toLowerCase().includes(wanted)) : [];
  const chosen = people[Math.min(active, people.length - 1)];
  useLayoutEffect(() => {
    if (next === undefined) return;
    field.current?.setSelectionRange(next, next);
    setNext(undefined);
  }, [next]);

  const choose = (person: (typeof people)[number] | undefined) => {
    if (!person || !begun) return;
    const { caret: after, ...written } = withMention(draft, begun, person);
    onDraft(written);
    setCaret(after);
    setNext(after);
    setActive(0);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows of an IME choose its words.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || !chosen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((people.indexOf(chosen) + step + people.length) % people.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen);
    else if (event.key === 'Escape') setClosed(begun?.at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover
      opened={chosen !== undefined}
      position="bottom-start"
      width={280}
      offset={4}
      shadow="md"
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <Textarea
          {...props}
          ref={field}
          value={draft.text}
          onChange={({ currentTarget: { value, selectionStart } }) => {
            onDraft(edited(draft, value));
            setCaret(selectionStart);
            setActive(0);
            setClosed(undefined);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setClosed(begun?.at)}
          onKeyDown={onKeyDown}
          aria-autocomplete="list"
          aria-controls={chosen && list}
          aria-activedescendant={chosen && `${list}-${people.indexOf(chosen)}`}
        />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div role="listbox" id={list} aria-label={t('mention')} className={classes.people}>
          {people.map((person, n) => (
            <UnstyledButton
              key={person.user_id}
              id={`${list}-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={person === chosen}
              className={classes.person}
              onMouseMove={() => setActive(n)}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              ref={(element) => {
                if (element && person === chosen) element.scrollIntoView({ block: 'nearest' });
              }}
            >
              <PersonPicture name={person.name} src={person.avatar} seed={person.user_id} size={28} />
              <Text component="span" truncate title={person.name} className={classes.name ?? ''}>
                {person.name}
              </Text>
              {person.is_creator && (
                <Text component="span" className="hint" size="xs">
                  {t('creator')}
                </Text>
              )}
            </UnstyledButton>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
