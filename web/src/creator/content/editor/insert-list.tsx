import { UnstyledButton } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from './editor.module.css';
import type { SlashMenu } from './slash.ts';

export interface MenuKeys {
  /** @returns whether the key was for the menu */
  press: (key: string) => boolean;
}

interface Props {
  menu: SlashMenu;
  ref: Ref<MenuKeys>;
}

/** The menu behind `/`: the text keeps the focus, arrow keys move in the menu, Enter and Tab choose. */
export function InsertList({ menu, ref }: Props) {
  const { t } = useTranslation('content-article');
  const { inserts, choose } = menu;
  const [element] = useState(() => document.createElement('div'));
  const [first] = useState(() => menu.mount);
  useLayoutEffect(() => {
    element.style.zIndex = 'var(--mantine-z-index-popover)';
    return first(element);
  }, [element, first]);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, inserts.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not `scrollIntoView`, which moves the page as well.
    const box = list.current;
    const option = box?.children[at];
    if (!box || !(option instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = option;
    box.scrollTop = Math.min(offsetTop, Math.max(box.scrollTop, offsetTop + offsetHeight - box.clientHeight));
  }, [at]);
  useImperativeHandle(ref, () => ({
    press(key) {
      const insert = inserts[at];
      if (insert === undefined) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step !== undefined) setChosen((at + step + inserts.length) % inserts.length);
      else if (key === 'Enter' || key === 'Tab') choose(insert);
      else return false;
      return true;
    },
  }));
  return createPortal(
    inserts.length > 0 && (
      <div ref={list} className={classes.inserts} role="listbox" aria-label={t('insert.title')}>
        {inserts.map((insert, index) => (
          <UnstyledButton
            key={insert.name}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            className={classes.insert}
            // The text keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(insert)}
          >
            <insert.icon size={20} aria-hidden />
            {t(`insert.${insert.name}`)}
          </UnstyledButton>
        ))}
      </div>
    ),
    element,
  );
}
