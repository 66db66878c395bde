import type { ShippingRule } from '#events/catalog.ts';
import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** What sending costs, by province. */
export interface ShippingTemplate {
  /** A deleted one keeps its last table for offers that use it. */
  phase: 'kept' | 'deleted';
  template_id: string;
  creator_id: UserId;
  name: string;
  rules: readonly ShippingRule[];
}

export type TemplateState = { phase: 'none' } | ShippingTemplate;

export const noTemplate: TemplateState = { phase: 'none' };

/** The template, when this creator can put it on an offer. */
export const usableTemplate = (state: TemplateState, creator: UserId): ShippingTemplate | undefined =>
  state.phase === 'kept' && state.creator_id === creator ? state : undefined;

function evolveTemplate(state: TemplateState, event: DomainEvent, _at: Millis): TemplateState {
  switch (event.type) {
    case 'ShippingTemplateSaved':
      return { phase: 'kept', ...event.data };
    case 'ShippingTemplateDeleted':
      return state.phase === 'kept' ? { ...state, phase: 'deleted' } : state;
    default:
      return state;
  }
}

export const templateKind = streamKind<TemplateState>('template', noTemplate, evolveTemplate, { shape: 1 });
